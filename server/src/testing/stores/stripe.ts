import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import type { StoreFault } from "./store-fault.ts";
import { readForm } from "./stripe-form.ts";
import { type Parameters, parameterProblem } from "./stripe-parameters.ts";
import { type StripeRoute, stripeRoutes } from "./stripe-routes.ts";
import { StripeShop } from "./stripe-shop.ts";

export const STRIPE_KEY = "sk_test_51SvcDemoDemoDemo";

type Kept = { parameters: string; status: number; body: string };

/**
 * Stripe's API as the server meets it. It refuses parameters that Stripe does not publish, other keys and
 * versions, and an idempotency key that comes back with something else.
 */
export class StripeStore {
  readonly url: string;
  readonly shop = new StripeShop(() => this.clock());
  /** Every request that came: method and path, without the query. */
  readonly seen: string[] = [];
  /** The keys that open it; a restricted one may lack permissions. */
  readonly keys = new Map<string, { mayNot: RegExp | undefined }>([[STRIPE_KEY, { mayNot: undefined }]]);
  /** Answers instead of Stripe while it is set. */
  fault: StoreFault | undefined;
  clock: () => number = Date.now;
  readonly #server: Server;
  readonly #kept = new Map<string, Kept>();

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async open(): Promise<StripeStore> {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const store = new StripeStore(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on("request", (request, response) => {
      store.seen.push(`${request.method} ${request.url?.replace(/\?.*/, "")}`);
      if (store.fault) store.fault(request, response);
      else void store.#serve(request, response);
    });
    return store;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** The header with which Stripe would send this body now. */
  signature(body: string, secret: string, at: number = this.clock()): string {
    return Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: Math.floor(at / 1000),
    });
  }

  /** Sends an event to the webhook, as Stripe would. */
  async send(url: string, secret: string, event: object): Promise<number> {
    const body = JSON.stringify(event);
    const headers = { "content-type": "application/json", "stripe-signature": this.signature(body, secret) };
    const { status } = await fetch(url, { method: "POST", headers, body });
    return status;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", this.url);
    const body = await text(request);
    const form = request.method === "POST" ? body : url.search.slice(1);
    const { status, answer } = this.#answer(request, url.pathname, form);
    response.writeHead(status, {
      "content-type": "application/json",
      date: new Date(this.clock()).toUTCString(),
    });
    response.end(answer);
  }

  #answer(request: IncomingMessage, path: string, form: string): { status: number; answer: string } {
    const refusal = this.#refusal(request, path);
    if (refusal) return failure(...refusal);
    const found = stripeRoutes.flatMap((route) => {
      const match = route.method === request.method ? route.pattern.exec(path) : null;
      return match ? [{ route, id: decodeURIComponent(match[1] ?? "") }] : [];
    })[0];
    if (!found) return failure(404, `Unrecognized request URL (${request.method}: ${path})`);
    const parameters = readForm(form);
    const problem = this.#parameterProblem(found.route, parameters);
    if (problem !== undefined) return failure(400, problem);
    return this.#once(request, form, () => {
      const answer = found.route.answer(this.shop, parameters, found.id);
      return answer === undefined
        ? failure(404, `No such thing: ${found.id}`, "resource_missing")
        : { status: 200, answer: JSON.stringify(answer) };
    });
  }

  #refusal({ headers }: IncomingMessage, path: string): [number, string] | undefined {
    const known = this.keys.get(/^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "");
    if (!known) return [401, "Invalid API Key provided"];
    if (headers["stripe-version"] !== Stripe.API_VERSION) return [400, "another API version"];
    if (known.mayNot?.test(path)) return [403, "The provided key does not have the required permissions"];
    return undefined;
  }

  #parameterProblem({ file, type }: StripeRoute, parameters: Parameters): string | undefined {
    return parameterProblem(file, type, parameters);
  }

  /** The same key: the same answer. The same key for something else: a refusal. */
  #once(
    { headers, method }: IncomingMessage,
    parameters: string,
    work: () => { status: number; answer: string },
  ): { status: number; answer: string } {
    const key = headers["idempotency-key"];
    if (method !== "POST" || typeof key !== "string") return work();
    const before = this.#kept.get(key);
    if (before && before.parameters !== parameters) {
      return failure(400, "Keys for idempotent requests can only be used with the same parameters");
    }
    if (before) return { status: before.status, answer: before.body };
    const { status, answer } = work();
    this.#kept.set(key, { parameters, status, body: answer });
    return { status, answer };
  }
}

function failure(
  status: number,
  message: string,
  code = "parameter_unknown",
): { status: number; answer: string } {
  const error = { type: "invalid_request_error", code, message };
  return { status, answer: JSON.stringify({ error }) };
}
