const TIMEOUT_MS = 10_000;
const LONGEST_BODY = 1_000_000;

/** What an address answered. */
export type Seen = Readonly<{
  status: number;
  headers: Headers;
  body: string;
  /** This machine's time halfway between question and answer. */
  at: number;
}>;

/** One request without following redirects; undefined and the reason when no answer came. */
export async function lookAt(
  url: string,
  init: RequestInit = {},
  waitMs: number = TIMEOUT_MS,
): Promise<Seen | Unreached> {
  const startedAt = Date.now();
  try {
    const signal = AbortSignal.timeout(waitMs);
    const response = await fetch(url, { ...init, redirect: "manual", signal });
    const at = (startedAt + Date.now()) / 2;
    const body = (await response.text()).slice(0, LONGEST_BODY);
    return { status: response.status, headers: response.headers, body, at };
  } catch (error) {
    return { why: whyOf(error, waitMs) };
  }
}

export type Unreached = Readonly<{ why: string }>;

function whyOf(error: unknown, waitMs: number): string {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  if (name === "TimeoutError") {
    return waitMs === 1000 ? "no answer within a second" : `no answer within ${waitMs / 1000} seconds`;
  }
  return cause?.code ?? cause?.message ?? message;
}

/** The object in a body of JSON; empty when there is none. */
export function jsonOf({ body }: Seen): Record<string, unknown> {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
}

/** The keys of a JWKS; undefined when it is none. */
export function keysOf(seen: Seen): readonly Record<string, unknown>[] | undefined {
  const { keys } = jsonOf(seen);
  return Array.isArray(keys) ? keys.map(Object) : undefined;
}
