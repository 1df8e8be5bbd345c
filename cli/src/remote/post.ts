import type { IncomingMessage, RequestOptions } from "node:http";
import { text } from "node:stream/consumers";

export type Answer = Readonly<{ status: number; headers: IncomingMessage["headers"]; body: string }>;

/**
 * One POST. Neither fetch nor `import "node:http"`: both load all of undici, the import because it reads
 * every export of the module. That takes longer than the whole rest of a command.
 */
export async function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
): Promise<Answer> {
  const { request } = process.getBuiltinModule(url.protocol === "https:" ? "node:https" : "node:http");
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
