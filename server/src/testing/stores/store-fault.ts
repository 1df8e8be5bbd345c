import type { IncomingMessage, ServerResponse } from "node:http";

/** What a store may do instead of answering. */
export type StoreFault = (request: IncomingMessage, response: ServerResponse) => void;

const status =
  (code: number, headers: Record<string, string> = {}): StoreFault =>
  (_request, response) => {
    response.writeHead(code, { "content-type": "application/json", ...headers }).end("{}");
  };

export const storeFaults = {
  "hangs up": (request) => void request.socket.destroy(),
  "does not answer": () => {},
  "answers headers and then nothing": (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).write('{"a":');
  },
  "answers 500": status(500),
  "answers 503": status(503),
  "answers 429": status(429, { "retry-after": "120" }),
  "answers a page": (_request, response) =>
    void response.writeHead(200).end("<html>log in to our wifi</html>"),
  "answers a list": (_request, response) => void response.writeHead(200).end("[]"),
  "sends us elsewhere": (_request, response) => {
    response.writeHead(302, { location: "http://127.0.0.1:9/elsewhere" }).end();
  },
} as const satisfies Record<string, StoreFault>;
