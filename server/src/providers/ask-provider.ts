import { AppError } from "../errors.ts";

export type ProviderAnswer = Readonly<{
  status: number;
  /** The JSON object of the body; empty for an empty body. */
  json: Readonly<Record<string, unknown>>;
  /** The provider's time in milliseconds, if the response has it. */
  serverTime: number | undefined;
}>;

/** Keys and tokens of both providers have a few kilobytes. */
const MAX_BYTES = 256 * 1024;

/**
 * Sends one request to a provider. The time limit covers connecting, headers and body. Throws PROVIDER_UNAVAILABLE if the
 * response is too late, too long, a redirect, not JSON or a server error.
 */
export async function askProvider(
  address: string,
  limitMs: number,
  form?: Readonly<Record<string, string>>,
): Promise<ProviderAnswer> {
  const name = address.replace(/\?.*/, "");
  const answer = await fetchWhole(address, {
    limitMs,
    headers: { accept: "application/json" },
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  }).catch((error: unknown) => {
    throw unavailable(name, (error as Error).message);
  });
  const { status, text } = answer;
  if (status >= 500 || status === 429) throw unavailable(name, `status ${status}`);
  const json = text.trim() === "" ? {} : parseObject(text);
  if (json === undefined) throw unavailable(name, `status ${status} without a JSON object`);
  return { status, json, serverTime: timeOf(answer.headers) };
}

export type WholeAnswer = Readonly<{ status: number; headers: Headers; text: string }>;

/**
 * Sends one request. The limits cover connecting, headers and body. The message of an error says why there is no
 * response, and quotes nothing that was sent.
 */
export async function fetchWhole(
  address: string,
  { limitMs, maxBytes = MAX_BYTES, ...init }: RequestInit & { limitMs: number; maxBytes?: number },
): Promise<WholeAnswer> {
  try {
    // Following a redirect would send our secrets to another host.
    const response = await fetch(address, {
      ...init,
      redirect: "error",
      signal: AbortSignal.timeout(limitMs),
    });
    return {
      status: response.status,
      headers: response.headers,
      text: await readBounded(response, maxBytes),
    };
  } catch (error) {
    throw new Error(whyOf(error, limitMs));
  }
}

export function unavailable(name: string, why: string): AppError {
  return new AppError("PROVIDER_UNAVAILABLE", `${name}: ${why}`);
}

async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop cancels the request.
    if (size > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export function timeOf(headers: Headers): number | undefined {
  const time = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(time) ? undefined : time;
}

/** Undici puts the reason into `cause`. */
function whyOf(error: unknown, limitMs: number): string {
  const { name, message, cause } = error as Error;
  if (name === "TimeoutError") return `no whole answer within ${limitMs} ms`;
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}
