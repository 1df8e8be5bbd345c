import { AppError } from "../errors.ts";

export type ProviderAnswer = Readonly<{
  status: number;
  /** The JSON object of the body; empty for an empty body. */
  json: Readonly<Record<string, unknown>>;
  /** The provider's clock, in milliseconds, if it tells. */
  serverTime: number | undefined;
}>;

/** Keys and tokens of both providers take a few kilobytes. */
const MAX_BYTES = 256 * 1024;

/**
 * One request to a provider, whole within the limit: connecting, headers and body. What is not an
 * answer of a provider (too late, too long, elsewhere, not JSON, an error of the server's own) is
 * PROVIDER_UNAVAILABLE.
 */
export async function askProvider(
  address: string,
  limitMs: number,
  form?: Readonly<Record<string, string>>,
): Promise<ProviderAnswer> {
  const name = address.replace(/\?.*/, "");
  const response = await fetch(address, {
    // Followed, a redirect would carry the client secret to wherever it points.
    redirect: "error",
    signal: AbortSignal.timeout(limitMs),
    headers: { accept: "application/json" },
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  }).catch((error: unknown) => {
    throw unavailable(name, whyOf(error, limitMs));
  });
  const text = await readBounded(response).catch((error: unknown) => {
    throw unavailable(name, whyOf(error, limitMs));
  });
  if (response.status >= 500 || response.status === 429) throw unavailable(name, `status ${response.status}`);
  const json = text.trim() === "" ? {} : parseObject(text);
  if (json === undefined) throw unavailable(name, `status ${response.status} without a JSON object`);
  return { status: response.status, json, serverTime: timeOf(response) };
}

export function unavailable(name: string, why: string): AppError {
  return new AppError("PROVIDER_UNAVAILABLE", `${name}: ${why}`);
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the rest.
    if (size > MAX_BYTES) throw new Error(`the answer is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function timeOf(response: Response): number | undefined {
  const time = Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(time) ? undefined : time;
}

/** Undici hides the reason in `cause`. */
function whyOf(error: unknown, limitMs: number): string {
  const { name, message, cause } = error as Error;
  if (name === "TimeoutError") return `no whole answer within ${limitMs} ms`;
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}
