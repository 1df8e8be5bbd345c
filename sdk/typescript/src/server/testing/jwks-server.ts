import type { KeyPair } from "./forge-token.ts";

/** Serves keys through a `fetch` of its own, and remembers who asked. */
export class JwksServer {
  keys: object[];
  /** What to answer instead of the keys. */
  fault: (() => Promise<Response>) | undefined;
  readonly asked: Array<{ url: string; isForced: boolean }> = [];

  constructor(...keys: readonly KeyPair[]) {
    this.keys = keys.map(({ jwk }) => jwk);
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    this.asked.push({ url, isForced: new Headers(init.headers).get("cache-control") === "no-cache" });
    return this.fault ? this.fault() : Response.json({ keys: this.keys });
  };
}
