import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What asks without changing anything, although it is no GET. An edit of Play that is not committed is one of these. */
const READS = [
  /\/token$/,
  /\/svc_probe\b/,
  /:convertRegionPrices$|convertRegionPrices/,
  /\/edits(\/\w+)?$/,
  /Service\/(?!Update)\w+$/,
];

/** Stands between a program and several servers, and counts what changes something in any of them. */
export class WriteTap {
  /** Every change that was asked for: server, method and path. */
  readonly writes: string[] = [];
  /** Called when a change has been made, before its answer goes back; true drops the answer. */
  onWrite: (n: number) => boolean = () => false;
  readonly #servers: Server[] = [];

  /** The address at which the server is reached through the tap. */
  async to(name: string, target: string): Promise<string> {
    const server = createServer((incoming, response) => this.#pass(name, target, incoming, response));
    this.#servers.push(server);
    await once(server.listen(0, "127.0.0.1"), "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Forgets the servers as well. */
  reset(): void {
    this.close();
    this.writes.length = 0;
    this.onWrite = () => false;
  }

  close(): void {
    for (const server of this.#servers.splice(0)) server.close().closeAllConnections();
  }

  #pass(name: string, target: string, incoming: IncomingMessage, response: ServerResponse): void {
    const { method = "", headers, url = "" } = incoming;
    const path = url.replace(/\?.*/, "");
    const isWrite = method !== "GET" && !READS.some((pattern) => pattern.test(path));
    const onward = request(`${target}${url}`, { method, headers }, (answer) => {
      if (isWrite) this.writes.push(`${name} ${method} ${path}`);
      if (isWrite && this.onWrite(this.writes.length)) return void response.destroy();
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  }
}
