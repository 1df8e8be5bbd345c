import { request } from "node:http";

/** The status of a request whose path arrives as it is written: `fetch` would remove dots and encode a NUL. */
export function sentAsWritten(url: string, path: string): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method: "GET" }, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.once("error", reject).end();
  });
}
