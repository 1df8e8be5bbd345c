import type { IncomingMessage, RequestOptions } from "node:http";
import { text } from "node:stream/consumers";

export type Answer = Readonly<{ status: number; headers: IncomingMessage["headers"]; body: string }>;

/**
 * One POST. Node's own client and not fetch: it loads in a third of the time, and starting up is most of what
 * a command costs.
 */
export async function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
): Promise<Answer> {
  const { request } = await (url.protocol === "https:" ? import("node:https") : import("node:http"));
  const length = Buffer.byteLength(body);
  const options: RequestOptions = {
    method: "POST",
    headers: { ...headers, "content-length": length },
    signal: AbortSignal.timeout(timeoutMs),
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, options, resolve).once("error", reject).end(body);
  });
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}
