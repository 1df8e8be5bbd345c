import { createPublicKey } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { androidpublisher_v3 } from "@googleapis/androidpublisher";
import { type Claims, newRsaKey } from "../token-issuer.ts";
import { type GoogleAnswer as Answer, googleFailure as failure, GoogleTokens } from "./google-tokens.ts";
import { PlayOneTime } from "./play-one-time.ts";
import { DAY_MS, PlayPurchases } from "./play-purchases.ts";
import { envelopeOf, type PlayNotice, pushClaims, pushToken } from "./play-push.ts";
import type { StoreFault } from "./store-fault.ts";

type Call = Readonly<{ method: string; path: string; query: URLSearchParams; request: IncomingMessage }>;

export const PACKAGE = "com.example.demo";
const SCOPE = "https://www.googleapis.com/auth/androidpublisher";
const API = "/androidpublisher/v3/applications/";
const PAGE = 2;
const PUSH_KEY = newRsaKey();

/**
 * Google Play as the server meets it: tokens for service accounts, purchases, refunds, and pushes that
 * it signs. It refuses whatever Google would refuse, and parameters that Google does not know.
 */
export class PlayStore {
  readonly url: string;
  /** Every request that came: method and path, without the query. */
  readonly seen: string[] = [];
  readonly purchases: PlayPurchases;
  readonly oneTime: PlayOneTime;
  readonly tokens: GoogleTokens;
  /** Each acknowledgement: whose it was said to be. */
  readonly acknowledged: Array<{ token: string; accountToken: string | undefined }> = [];
  /** The products that the app sells. */
  products = ["pro", "team", "family"];
  /** The account has been invited in the Play Console. */
  hasRights = true;
  /** Answers instead of Google while it is set. */
  fault: StoreFault | undefined;
  /** A purchase is known only after having been asked for that often. */
  unknownFor = 0;
  clock: () => number = Date.now;
  kid = "push-key-1";
  pushKey = PUSH_KEY;
  readonly #server: Server;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
    this.purchases = new PlayPurchases(() => this.clock());
    this.oneTime = new PlayOneTime(() => this.clock());
    this.tokens = new GoogleTokens(SCOPE, () => this.clock());
  }

  static async open(): Promise<PlayStore> {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const play = new PlayStore(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on("request", (request, response) => {
      const { pathname } = new URL(request.url ?? "", play.url);
      play.seen.push(`${request.method} ${pathname}`);
      if (play.fault) play.fault(request, response);
      else void play.#serve(request, response);
    });
    return play;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** The JSON file that Google gives out for the account. */
  serviceAccount(): string {
    return this.tokens.serviceAccount();
  }

  /** What Pub/Sub would send to an address: headers and body. */
  push(notice: PlayNotice, address: string, more: { messageId?: string; claims?: Claims } = {}) {
    const now = this.clock();
    const token = pushToken(this.pushKey, this.kid, pushClaims(address, now, more.claims));
    return {
      authorization: `Bearer ${token}`,
      body: envelopeOf(notice, PACKAGE, now, more.messageId),
    };
  }

  /** Pushes it, and returns the status. Pub/Sub sends again until it is one of the 200s. */
  async deliver(notice: PlayNotice, address: string, messageId?: string): Promise<number> {
    const { authorization, body } = this.push(notice, address, messageId === undefined ? {} : { messageId });
    const headers = { authorization, "content-type": "application/json" };
    return (await fetch(address, { method: "POST", headers, body })).status;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? "", this.url);
    const [status, body] = await this.#answer({ method: request.method ?? "", path, query, request });
    response.writeHead(status, {
      "content-type": "application/json; charset=UTF-8",
      date: new Date(this.clock()).toUTCString(),
    });
    response.end(body === undefined ? "" : JSON.stringify(body));
  }

  async #answer(call: Call): Promise<Answer> {
    const { method, path, query, request } = call;
    if (path === "/certs" && method === "GET") return [200, { keys: [this.#pushJwk()] }];
    if (path === "/token" && method === "POST") return this.tokens.grant(request);
    if (!path.startsWith(API)) return [404, undefined];
    if (!this.tokens.isGood(request)) return failure(401, "UNAUTHENTICATED", "authError");
    const [packageName = "", ...rest] = path.slice(API.length).split("/").map(decodeURIComponent);
    if (packageName !== PACKAGE) return failure(404, "NOT_FOUND", "applicationNotFound");
    if (!this.hasRights) return failure(403, "PERMISSION_DENIED", "permissionDenied");
    const route = `${method} ${rest.slice(0, 2).join("/")}`;
    if (route === "GET purchases/subscriptionsv2" && rest.length === 4)
      return this.#get(query, rest[3] ?? "");
    if (route === "GET purchases/productsv2" && rest.length === 4)
      return this.oneTime.answerGet(query, rest[3] ?? "");
    if (route === "POST purchases/products" && rest.length === 5) {
      const raw = await text(request);
      return this.oneTime.answerAct(query, rest, raw === "" ? undefined : JSON.parse(raw));
    }
    if (route === "POST purchases/subscriptions" && rest.length === 5) return this.#acknowledge(call, rest);
    if (route === "GET purchases/voidedpurchases" && rest.length === 2) return this.#voided(query);
    if (route === "GET subscriptions" && rest.length === 1) return this.#list(query);
    return [404, undefined];
  }

  #get(query: URLSearchParams, token: string): Answer {
    if (query.size > 0) return failure(400, "INVALID_ARGUMENT", "badRequest");
    const purchase = this.purchases.kept.get(token);
    if (!purchase || this.unknownFor-- > 0) return failure(404, "NOT_FOUND", "purchaseTokenNotFound");
    if (purchase.isGone) return failure(410, "FAILED_PRECONDITION", "purchaseTokenNoLongerValid");
    return [200, purchase.answer];
  }

  async #acknowledge({ request, query }: Call, path: readonly string[]): Promise<Answer> {
    const [, , productId, tokens, last = ""] = path;
    const [token = "", action] = last.split(/:(?=acknowledge$)/);
    const body = JSON.parse(
      await text(request),
    ) as androidpublisher_v3.Schema$SubscriptionPurchasesAcknowledgeRequest;
    const known = { ...body };
    delete known.developerPayload;
    delete known.externalAccountIds;
    const purchase = this.purchases.kept.get(token);
    const isRequest = tokens === "tokens" && action === "acknowledge" && query.size === 0;
    if (!isRequest || Object.keys(known).length > 0) return failure(400, "INVALID_ARGUMENT", "badRequest");
    if (request.headers["content-type"] !== "application/json")
      return failure(400, "INVALID_ARGUMENT", "parseError");
    if (!purchase) return failure(404, "NOT_FOUND", "purchaseTokenNotFound");
    const { answer } = purchase;
    const isItem = answer.lineItems?.some((item) => item.productId === productId) ?? false;
    const isOwned = answer.subscriptionState !== "SUBSCRIPTION_STATE_PENDING";
    const { externalAccountIds: ids } = body;
    const mayName = ids === undefined || answer.outOfAppPurchaseContext !== undefined;
    if (!isItem || !isOwned || !mayName) return failure(400, "INVALID_ARGUMENT", "invalid");
    this.acknowledged.push({ token, accountToken: ids?.obfuscatedAccountId ?? undefined });
    answer.acknowledgementState = "ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED";
    delete answer.outOfAppPurchaseContext;
    if (ids?.obfuscatedAccountId) {
      answer.externalAccountIdentifiers = { obfuscatedExternalAccountId: ids.obfuscatedAccountId };
    }
    return [200, undefined];
  }

  #voided(query: URLSearchParams): Answer {
    const known = ["type", "startTime", "endTime", "maxResults", "token"];
    const startTime = Number(query.get("startTime") ?? this.clock() - 30 * DAY_MS);
    const isTime = startTime <= this.clock() && startTime >= this.clock() - 30 * DAY_MS;
    if ([...query.keys()].some((key) => !known.includes(key)) || !isTime) {
      return failure(400, "INVALID_ARGUMENT", "badRequest");
    }
    // Subscriptions are left out unless they are asked for.
    const listed = [
      ...(query.get("type") === "1" ? this.purchases.voided : []),
      ...this.oneTime.voided,
    ].toSorted((a, b) => Number(a.voidedTimeMillis) - Number(b.voidedTimeMillis));
    const from = Number(query.get("token") ?? 0);
    const since = listed.filter(({ voidedTimeMillis }) => Number(voidedTimeMillis) >= startTime);
    const hasMore = since.length > from + PAGE;
    return [
      200,
      {
        ...(since.length > 0 && { voidedPurchases: since.slice(from, from + PAGE) }),
        ...(hasMore && { tokenPagination: { nextPageToken: String(from + PAGE) } }),
      } satisfies androidpublisher_v3.Schema$VoidedPurchasesListResponse,
    ];
  }

  #list(query: URLSearchParams): Answer {
    const known = ["pageSize", "pageToken"];
    if ([...query.keys()].some((key) => !known.includes(key)))
      return failure(400, "INVALID_ARGUMENT", "badRequest");
    const from = Number(query.get("pageToken") ?? 0);
    const listed = this.products.slice(from, from + PAGE);
    return [
      200,
      {
        ...(listed.length > 0 && {
          subscriptions: listed.map((productId) => ({ packageName: PACKAGE, productId })),
        }),
        ...(this.products.length > from + PAGE && { nextPageToken: String(from + PAGE) }),
      } satisfies androidpublisher_v3.Schema$ListSubscriptionsResponse,
    ];
  }

  #pushJwk(): object {
    const { kty, n, e } = createPublicKey(this.pushKey).export({ format: "jwk" });
    return { kty, n, e, kid: this.kid, use: "sig", alg: "RS256" };
  }
}
