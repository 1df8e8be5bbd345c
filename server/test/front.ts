import { createServer, type Server } from "node:http";
import { freePort } from "../src/testing/postgres.ts";

/** Stands where backends look for the server, and counts how often they ask for its keys. */
export class Front {
  readonly url: string;
  readonly #server: Server;
  behind = "";
  isDown = false;
  keysAsked = 0;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async open(): Promise<Front> {
    const port = await freePort();
    const server = createServer(async ({ url = "" }, response) => {
      front.keysAsked += 1;
      if (front.isDown) return response.writeHead(502).end();
      const answer = await fetch(`${front.behind}${url}`);
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    const front = new Front(server, `http://127.0.0.1:${port}`);
    return front;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
