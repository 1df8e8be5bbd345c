import type { IncomingMessage } from "node:http";
import { request } from "node:https";

/** The parts of a request that the ACME library uses. */
type LibraryRequest = Readonly<{
  url?: string;
  method?: string;
  data?: unknown;
  headers: Readonly<Record<string, unknown>>;
}>;

type LibraryAnswer = Readonly<{
  status: number;
  statusText: string;
  headers: IncomingMessage["headers"];
  /** Text, which the library parses as JSON. */
  data: string;
  config: LibraryRequest;
}>;

const REQUEST_MS = 30_000;
const MAX_BYTES = 1024 * 1024;
const ASKED_TOO_OFTEN_MS = 3_600_000;

/** The authority limits our requests. */
export class RateLimited extends Error {
  override readonly name = "RateLimited";
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Sends each request once, because the caller decides about retries. Follows no redirects. */
export function acmeTransport(options: {
  ca: string | undefined;
  signal: AbortSignal;
}): (request: LibraryRequest) => Promise<LibraryAnswer> {
  return async (config) => {
    const url = new URL(config.url ?? "");
    const answer = await ask(url, config, options).catch((error: NodeJS.ErrnoException) => {
      const why = error.code === "ABORT_ERR" ? "no answer in time" : (error.code ?? error.message);
      throw new Error(`cannot reach ${url.origin}: ${why}`); // the library passes it on unchanged
    });
    if (answer.status === 429 || answer.status === 503) throw rateLimited(answer);
    return answer;
  };
}

async function ask(
  url: URL,
  config: LibraryRequest,
  { ca, signal }: { ca: string | undefined; signal: AbortSignal },
): Promise<LibraryAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asking = request(
      url,
      {
        method: (config.method ?? "get").toUpperCase(),
        headers: { "user-agent": "svc", "content-type": "application/jose+json", accept: "*/*" },
        ...(ca !== undefined && { ca }),
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
      },
      resolve,
    );
    asking.once("error", reject);
    asking.end(typeof config.data === "string" ? config.data : undefined);
  });
  return {
    status: response.statusCode ?? 0,
    statusText: response.statusMessage ?? "",
    headers: response.headers,
    data: await readBounded(response),
    config,
  };
}

async function readBounded(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`the answer is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function rateLimited({ status, headers, data }: LibraryAnswer): RateLimited {
  const retryAfter = headers["retry-after"] ?? "";
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  const fallback = status === 429 ? ASKED_TOO_OFTEN_MS : 0;
  return new RateLimited(detailOf(data) ?? `the authority answers ${status}`, ms > 0 ? ms : fallback);
}

function detailOf(text: string): string | undefined {
  try {
    const { detail } = Object(JSON.parse(text));
    return typeof detail === "string" ? detail : undefined;
  } catch {
    return undefined;
  }
}
