import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type GoogleAnswer, GoogleTokens, googleFailure } from "./google-tokens.ts";
import { PlayCatalogStandIn } from "./play-catalog.ts";
import { PlayEdits } from "./play-edits.ts";
import { PlayOneTimeCatalog } from "./play-one-time-catalog.ts";
import { PACKAGE } from "./play-store.ts";
import { PubSubStandIn } from "./pubsub.ts";
import type { StoreFault } from "./store-fault.ts";

const SCOPE = "https://www.googleapis.com/auth/androidpublisher https://www.googleapis.com/auth/pubsub";
const PLAY = "/androidpublisher/v3/applications/";
const PUBSUB = "/v1/projects/";

/** Google as `svc setup billing` meets it: the catalog of Play, and Pub/Sub. */
export class GoogleCloud {
  readonly url: string;
  /** Every request that came: method and path. */
  readonly seen: string[] = [];
  readonly catalog = new PlayCatalogStandIn();
  readonly oneTime = new PlayOneTimeCatalog(() => this.catalog.defaultLanguage);
  readonly edits = new PlayEdits(() => ({
    defaultLanguage: this.catalog.defaultLanguage,
    contactEmail: "help@example.com",
  }));
  readonly pubsub = new PubSubStandIn();
  readonly tokens = new GoogleTokens(SCOPE, Date.now);
  /** The account has been invited in the Play Console. */
  hasRights = true;
  /** Answers instead of Google while it is set. */
  fault: StoreFault | undefined;
  readonly #server: Server;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async open(): Promise<GoogleCloud> {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const google = new GoogleCloud(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on("request", (request, response) => {
      const { pathname } = new URL(request.url ?? "", google.url);
      google.seen.push(`${request.method} ${pathname}`);
      if (google.fault) google.fault(request, response);
      else void google.#serve(request, response);
    });
    return google;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Everything that is set up, for comparing. Etags change with every write. */
  state(): unknown {
    const policies = [...this.pubsub.policies].map(([name, { bindings }]) => [name, bindings]);
    const subscriptions = [...this.catalog.subscriptions];
    const offers = [...this.catalog.offers];
    const oneTime = [...this.oneTime.products];
    return structuredClone({
      subscriptions,
      offers,
      oneTime,
      policies,
      pushes: [...this.pubsub.subscriptions],
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [status, body] = await this.#answer(request);
    response.writeHead(status, { "content-type": "application/json; charset=UTF-8" });
    response.end(body === undefined ? "" : JSON.stringify(body));
  }

  async #answer(request: IncomingMessage): Promise<GoogleAnswer> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? "", this.url);
    const { method = "" } = request;
    if (`${method} ${path}` === "POST /token") return this.tokens.grant(request);
    if (!this.tokens.isGood(request)) return googleFailure(401, "UNAUTHENTICATED", "authError");
    if (!this.hasRights) return googleFailure(403, "PERMISSION_DENIED", "permissionDenied");
    const sent = await text(request);
    if (sent !== "" && request.headers["content-type"] !== "application/json") {
      return googleFailure(400, "INVALID_ARGUMENT", "parseError");
    }
    const body: unknown = sent === "" ? undefined : JSON.parse(sent);
    const parts = (base: string): string[] => path.slice(base.length).split("/").map(decodeURIComponent);
    if (path.startsWith(PUBSUB)) return this.pubsub.answer(method, parts(PUBSUB), query, body);
    const [app, ...rest] = path.startsWith(PLAY) ? parts(PLAY) : [];
    if (app !== PACKAGE) return googleFailure(404, "NOT_FOUND", "applicationNotFound");
    if (rest[0] === "edits") return this.edits.answer(method, rest.slice(1));
    if (/^one-?time/i.test(rest[0] ?? "")) return this.oneTime.answer(method, rest, query, body);
    return this.catalog.answer(method, rest, query, body);
  }
}
