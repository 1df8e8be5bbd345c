import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import type { StoreFault } from "./store-fault.ts";
import { readForm } from "./stripe-form.ts";
import { parameterProblem } from "./stripe-parameters.ts";
import { lackingPermission, type StripePermissions } from "./stripe-permissions.ts";
import { StripeRefusal } from "./stripe-refusal.ts";
import { stripeRoutes } from "./stripe-routes.ts";
import { StripeShop } from "./stripe-shop.ts";

export const STRIPE_KEY = "sk_test_51SvcDemoDemoDemo";

type Answer = { status: number; answer: string };
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
  /** The keys that open it, and what each may do. */
  readonly keys = new Map<string, StripePermissions>([[STRIPE_KEY, "all"]]);
  /** Answers instead of Stripe while it is set. */
  fault: StoreFault | undefined;
  /** Called once Stripe has done what was asked and before it answers; true when it takes the answer. */
  afterwards: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
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
    if (this.afterwards?.(request, response)) return;
    response.writeHead(status, {
      "content-type": "application/json",
      date: new Date(this.clock()).toUTCString(),
    });
    response.end(answer);
  }

  #answer(request: IncomingMessage, path: string, form: string): Answer {
    const { headers } = request;
    const key = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
    const permissions = this.keys.get(key);
    if (permissions === undefined) return failure(401, `Invalid API Key provided: ${key}`);
    if (headers["stripe-version"] !== Stripe.API_VERSION) return failure(400, "another API version");
    const found = stripeRoutes.flatMap((route) => {
      const match = route.method === request.method ? route.pattern.exec(path) : null;
      return match ? [{ route, id: decodeURIComponent(match[1] ?? "") }] : [];
    })[0];
    if (!found) return failure(404, `Unrecognized request URL (${request.method}: ${path})`);
    const { route, id } = found;
    const parameters = readForm(form);
    const lacking = lackingPermission(permissions, route, parameters);
    if (lacking !== undefined) return failure(403, refusalOf(key, lacking), null);
    const problem = parameterProblem(route.file, route.type, parameters);
    if (problem !== undefined) return failure(400, problem);
    return this.#once(request, form, () => {
      this.shop.livemode = key.includes("_live_");
      const answer = route.answer(this.shop, parameters, id);
      return answer === undefined
        ? failure(404, `No such object: ${id}`, "resource_missing", "id")
        : { status: 200, answer: JSON.stringify(answer) };
    });
  }

  /** The same key: the same answer. The same key for something else: a refusal. */
  #once({ headers, method }: IncomingMessage, parameters: string, perform: () => Answer): Answer {
    const work = () => {
      try {
        return perform();
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error;
        return failure(400, error.message, error.code, error.param);
      }
    };
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

/** Stripe quotes the key, with most of it hidden; this one hides nothing, so that a leak is seen. */
function refusalOf(key: string, permission: string): string {
  return (
    `The provided key '${key}' does not have the required permissions for this endpoint on account 'acct_1'. ` +
    `Having the 'rak_${permission}' permission would allow this request to continue.`
  );
}

function failure(
  status: number,
  message: string,
  code: string | null = "parameter_unknown",
  param?: string,
): Answer {
  const error = { type: "invalid_request_error", ...(code !== null && { code }), message, param };
  return { status, answer: JSON.stringify({ error }) };
}
