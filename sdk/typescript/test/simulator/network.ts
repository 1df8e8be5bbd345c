import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Copy, Line } from "./line.ts";
import { showPage } from "./pages.ts";
import { Successors } from "./successors.ts";

export type Answer = { status: number; headers: IncomingMessage["headers"]; body: Buffer };

/** A proxy between the phones and the server. Each phone has a line of its own, which decides what happens. */
export class Network {
  url = "";
  readonly successors = new Successors();
  private readonly agent = new Agent({ keepAlive: true });
  private readonly target: string;
  private readonly lines = new Map<string, Line>();
  private readonly server: Server;

  private constructor(target: string) {
    this.target = target;
    this.server = createServer((incoming, outgoing) => {
      this.pass(incoming, outgoing).catch(() => incoming.socket.destroy());
    });
  }

  static async open(target: string): Promise<Network> {
    const network = new Network(target);
    await new Promise<void>((resolve) => network.server.listen(0, "127.0.0.1", resolve));
    network.url = `http://127.0.0.1:${(network.server.address() as AddressInfo).port}`;
    return network;
  }

  /** The base URL of a client on that line. */
  connect(line: Line): string {
    const id = String(this.lines.size);
    this.lines.set(id, line);
    return `${this.url}/${id}`;
  }

  close(): void {
    this.agent.destroy();
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Rejects when the server cannot be reached. */
  readonly deliver = (copy: Copy): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { path, headers, body } = copy;
      const options = { method: "POST", headers, agent: this.agent };
      const onward = request(`${this.target}${path}`, options, (answer) => {
        bodyOf(answer)
          .then((body) => {
            const whole = { status: answer.statusCode ?? 502, headers: answer.headers, body };
            this.successors.note(copy, whole);
            return whole;
          })
          .then(resolve, reject);
      });
      onward.once("error", reject);
      onward.end(body);
    });

  private async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { url = "", headers } = incoming;
    // Where a portal sends everybody.
    if (url === "/login") return showPage("captive portal", outgoing);
    const [, id = "", ...rest] = url.split("/");
    const line = this.lines.get(id);
    if (!line) throw new Error(`no line ${url}`);
    const answer = await line.send({ path: `/${rest.join("/")}`, headers, body: await bodyOf(incoming) });
    if (answer === "lost") incoming.socket.destroy();
    else if (typeof answer === "string") showPage(answer, outgoing);
    else outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  }
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts);
}
