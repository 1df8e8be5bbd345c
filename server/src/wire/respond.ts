import type { ServerResponse } from "node:http";

/** Sends a whole response with its length: HEAD returns it too, and GET needs no chunked encoding. */
export function respond(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array = "",
): void {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const length = status === 304 ? {} : { "content-length": String(bytes.length) };
  response.writeHead(status, { ...headers, ...length });
  response.end(response.req.method === "HEAD" ? undefined : bytes);
}
