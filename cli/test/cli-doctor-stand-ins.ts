import { once } from "node:events";
import { type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Bend = (path: string, response: ServerResponse) => boolean;

/** Passes everything on to the real server, except what a test bends. */
export class Front {
  readonly server: Server;
  target = "";
  bend: Bend = () => false;
  date: string | undefined;

  constructor(server: Server) {
    this.server = server.on("request", (incoming, response) => this.#pass(incoming, response));
  }

  async listen(): Promise<string> {
    await once(this.server.listen(0, "127.0.0.1"), "listening");
    const scheme = "setSecureContext" in this.server ? "https" : "http";
    return `${scheme}://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  #pass(incoming: IncomingMessage, response: ServerResponse): void {
    if (this.date !== undefined) response.setHeader("date", this.date);
    if (this.bend(incoming.url ?? "", response)) return;
    const { method, headers, url } = incoming;
    const onward = request(`${this.target}${url}`, { method, headers }, (answer) => {
      const { date, ...others } = answer.headers;
      response.writeHead(answer.statusCode ?? 500, { ...others, date: this.date ?? date });
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  }
}

/** Another server answers for the paths that match, each of which may be replaced by another one. */
export function fromServer(
  other: string,
  paths: RegExp,
  replaced: (path: string) => string = (path) => path,
): Bend {
  return (path, response) => {
    if (!paths.test(path)) return false;
    const { method, headers } = response.req;
    const onward = request(`${other}${replaced(path)}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.end();
    return true;
  };
}
