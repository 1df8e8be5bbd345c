import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { jwtVerify } from "jose";
import { ConnectShop } from "./connect-shop.ts";

type Bundle = { id: string; identifier: string; name: string; seedId: string };
type Reply = readonly [status: number, body: unknown, headers?: Record<string, string>];

const LONGEST_SECONDS = 1200;

/** A refusal in Apple's form. */
function refusal(status: number, code: string, detail: string): Reply {
  return [status, { errors: [{ id: "1", status: String(status), code, title: code, detail }] }];
}

/**
 * App Store Connect as far as setup goes, and as strict: a token that Apple would not take is 401, a field
 * that its schema does not have is 409 or 400, and its filter finds longer identifiers, too.
 */
export class AppStoreConnect {
  readonly key: KeyObject = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  readonly #publicKey = createPublicKey(this.key);
  readonly keyId = "ASCKEY1234";
  readonly issuerId = "57246542-96fe-1a63-e053-0824d011072a";
  readonly bundles: Bundle[] = [];
  readonly capabilities: { bundle: string; type: string; settings: unknown }[] = [];
  /** What it sells. */
  readonly shop = new ConnectShop();
  /** Every request that came: method and path without the query. */
  readonly seen: string[] = [];
  /** Answers instead, once each. */
  readonly instead: Reply[] = [];
  /** Somebody else registers the same App ID just before we do. */
  isRaced = false;
  url = "";
  readonly server = createServer((request, response) => void this.#serve(request, response));

  static async open(): Promise<AppStoreConnect> {
    const connect = new AppStoreConnect();
    await once(connect.server.listen(0, "127.0.0.1"), "listening");
    connect.url = `http://127.0.0.1:${(connect.server.address() as AddressInfo).port}`;
    return connect;
  }

  get writes(): string[] {
    return this.seen.filter((line) => !line.startsWith("GET"));
  }

  get pem(): string {
    return this.key.export({ format: "pem", type: "pkcs8" }).toString();
  }

  close(): void {
    this.server.close().closeAllConnections();
  }

  register(identifier: string, seedId = "TEAM123456"): Bundle {
    const bundle = { id: `B${this.bundles.length + 1}`, identifier, name: identifier, seedId };
    this.bundles.push(bundle);
    return bundle;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://localhost");
    this.seen.push(`${request.method} ${url.pathname}`);
    const body = await text(request);
    const [status, answer, headers] = this.instead.shift() ?? (await this.#answer(request, url, body));
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(answer === undefined ? undefined : JSON.stringify(answer));
  }

  async #answer(request: IncomingMessage, url: URL, body: string): Promise<Reply> {
    if (!(await this.#isAuthorised(request.headers.authorization ?? "")))
      return refusal(401, "NOT_AUTHORIZED", "Provide a properly configured and signed bearer token");
    const [, bundle] = /^\/v1\/bundleIds\/(\w+)\/bundleIdCapabilities$/.exec(url.pathname) ?? [];
    if (request.method === "GET" && url.pathname === "/v1/bundleIds") return this.#find(url);
    if (request.method === "GET" && bundle !== undefined) return this.#list(bundle, url);
    if (!url.pathname.startsWith("/v1/bundleId")) return this.shop.answer(request.method ?? "", url, body);
    if (request.method !== "POST") return refusal(404, "NOT_FOUND", url.pathname);
    if (url.pathname === "/v1/bundleIds") return this.#create(JSON.parse(body));
    if (url.pathname === "/v1/bundleIdCapabilities") return this.#enable(JSON.parse(body));
    return refusal(404, "NOT_FOUND", url.pathname);
  }

  async #isAuthorised(header: string): Promise<boolean> {
    const verified = await jwtVerify(header.replace(/^Bearer /, ""), this.#publicKey, {
      algorithms: ["ES256"],
      issuer: this.issuerId,
      audience: "appstoreconnect-v1",
      typ: "JWT",
      requiredClaims: ["iat", "exp"],
    }).catch(() => undefined);
    if (verified === undefined || verified.protectedHeader.kid !== this.keyId) return false;
    const { iss, aud, iat = 0, exp = 0, ...others } = verified.payload;
    return exp - iat <= LONGEST_SECONDS && Object.keys(others).length === 0;
  }

  #find({ searchParams }: URL): Reply {
    const unknown = [...searchParams.keys()].filter((key) => !["filter[identifier]", "limit"].includes(key));
    if (unknown.length > 0) return refusal(400, "PARAMETER_ERROR.ILLEGAL", unknown.join());
    const wanted = searchParams.get("filter[identifier]") ?? "";
    const found = this.bundles.filter(({ identifier }) => identifier.startsWith(wanted));
    return [200, { data: found.map(resourceOf) }];
  }

  #list(bundle: string, { searchParams }: URL): Reply {
    if ([...searchParams.keys()].some((key) => key !== "limit"))
      return refusal(400, "PARAMETER_ERROR.ILLEGAL", "");
    const data = this.capabilities
      .filter((one) => one.bundle === bundle)
      .map(({ type }, index) => ({
        type: "bundleIdCapabilities",
        id: `${bundle}_${index}`,
        attributes: { capabilityType: type, settings: null },
      }));
    return [200, { data }];
  }

  #create({ data, ...rest }: { data: Record<string, unknown> }): Reply {
    const { type, attributes, ...more } = data;
    const { identifier, name, platform, ...others } = attributes as Record<string, unknown>;
    const unknown = Object.keys({ ...rest, ...more, ...others });
    if (unknown.length > 0) return refusal(409, "ENTITY_ERROR.ATTRIBUTE.UNKNOWN", unknown.join());
    if (type !== "bundleIds" || platform !== "IOS" || !/^[\p{L}\p{N} ]{1,50}$/u.test(String(name)))
      return refusal(409, "ENTITY_ERROR.ATTRIBUTE.INVALID", JSON.stringify(data));
    if (this.isRaced) this.register(String(identifier));
    if (this.bundles.some((bundle) => bundle.identifier === identifier))
      return refusal(
        409,
        "ENTITY_ERROR.ATTRIBUTE.INVALID",
        "An App ID with this Identifier is not available",
      );
    return [201, { data: resourceOf(this.register(String(identifier))) }];
  }

  #enable({ data, ...rest }: { data: Record<string, unknown> }): Reply {
    const expected = {
      type: "bundleIdCapabilities",
      attributes: {
        capabilityType: "APPLE_ID_AUTH",
        settings: [
          { key: "APPLE_ID_AUTH_APP_CONSENT", options: [{ key: "PRIMARY_APP_CONSENT", enabled: true }] },
        ],
      },
    };
    const { relationships, ...own } = data;
    const [, bundle = ""] =
      /^{"bundleId":{"data":{"type":"bundleIds","id":"(\w+)"}}}$/.exec(JSON.stringify(relationships)) ?? [];
    if (JSON.stringify(own) !== JSON.stringify(expected) || Object.keys(rest).length > 0)
      return refusal(409, "ENTITY_ERROR.ATTRIBUTE.INVALID", JSON.stringify(data));
    if (!this.bundles.some(({ id }) => id === bundle)) return refusal(404, "NOT_FOUND", bundle);
    if (this.capabilities.some((one) => one.bundle === bundle))
      return refusal(409, "ENTITY_ERROR", "This capability is on already");
    this.capabilities.push({ bundle, type: "APPLE_ID_AUTH", settings: expected.attributes.settings });
    return [201, { data: { type: "bundleIdCapabilities", id: `${bundle}_0` } }];
  }
}

function resourceOf({ id, ...attributes }: Bundle): unknown {
  return { type: "bundleIds", id, attributes: { ...attributes, platform: "IOS" } };
}
