import { createListener } from "../http/listener.ts";
import type { LibraryReaders } from "../http/pub/libraries.ts";
import { pubRoutes } from "../http/pub/pub-routes.ts";
import { requestListener } from "../http/routes.ts";

/** A port with nothing but the package repositories. Its addresses begin with `baseUrl`, or with the port's own URL. */
export class PubServer {
  readonly url: string;
  readonly #listener: ReturnType<typeof createListener>;

  private constructor(url: string, listener: ReturnType<typeof createListener>) {
    this.url = url;
    this.#listener = listener;
  }

  static async start(read: Partial<LibraryReaders>, baseUrl?: string): Promise<PubServer> {
    const listener = createListener();
    const url = `http://127.0.0.1:${await listener.listen({ host: "127.0.0.1", port: 0 })}`;
    const app = { baseUrl: baseUrl ?? url, log: () => {}, newId: () => "id" };
    listener.serve(requestListener(app, () => false, pubRoutes(app, read)));
    return new PubServer(url, listener);
  }

  /** What is below /pub/. */
  get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
    return fetch(`${this.url}/pub/${path}`, { headers, method, redirect: "manual" });
  }

  async close(): Promise<void> {
    await this.#listener.drain();
  }
}
