import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Random } from "./random.ts";

/** Between the phones and the server: cuts connections before the request gets through, or before the answer does. */
export class LossyProxy {
  url = "";
  lostRequests = 0;
  lostAnswers = 0;
  isLossy = true;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly target: string;
  private readonly random: Random;
  private readonly server: Server;

  private constructor(target: string, random: Random) {
    this.target = target;
    this.random = random;
    this.server = createServer((incoming, outgoing) => this.pass(incoming, outgoing));
  }

  static async open(target: string, random: Random): Promise<LossyProxy> {
    const proxy = new LossyProxy(target, random);
    await new Promise<void>((resolve) => proxy.server.listen(0, "127.0.0.1", resolve));
    proxy.url = `http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}`;
    return proxy;
  }

  close(): void {
    this.agent.destroy();
    this.server.closeAllConnections();
    this.server.close();
  }

  private pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const cut = () => {
      incoming.socket.destroy();
    };
    if (this.isLossy && this.random() < 0.1) {
      this.lostRequests++;
      cut();
      return;
    }
    const losesAnswer = this.isLossy && this.random() < 0.2;
    const { method, headers, url } = incoming;
    const onward = request(`${this.target}${url}`, { method, headers, agent: this.agent }, (answer) => {
      if (losesAnswer) {
        this.lostAnswers++;
        answer.resume().once("end", cut);
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.once("error", cut);
    });
    onward.once("error", cut);
    incoming.pipe(onward);
  }
}
