import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { type Configuration, type JWK } from "oidc-provider";
import { oidcMemory } from "./oidc-memory.ts";

/** Somebody with an account at the provider. */
export type StandInAccount = Readonly<{ sub: string; claims: Readonly<Record<string, unknown>> }>;

export type StandInClient = Readonly<{ clientId: string; clientSecret: string; redirectUri: string }>;

/** Answers before the certified provider does; returns false for what it leaves to it. */
export type Before = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export type StandInParts = Readonly<{
  /** As the real provider writes it into its tokens, wherever the stand-in itself listens. */
  issuer: string;
  configuration: Configuration;
  before?: Before;
  /** Fields that the provider adds to the form it sends back. */
  formFields?: (accountId: string) => Record<string, string>;
  /** What the provider says when somebody cancels. */
  cancelled: string;
}>;

/**
 * A certified OpenID provider that stands in for one of the real ones: its address, paths and issuer,
 * and a page where somebody signs in by pressing a button.
 */
export class OidcStandIn {
  readonly origin: string;
  readonly accounts = new Map<string, StandInAccount>();
  /** Every request that came, without its query. */
  readonly seen: string[] = [];
  readonly #server: Server;
  readonly #parts: StandInParts;
  #provider: Provider | undefined;

  private constructor(server: Server, origin: string, parts: StandInParts) {
    this.#server = server;
    this.origin = origin;
    this.#parts = parts;
  }

  /** Listens under another name than the server under test, so that to a browser they are two sites. */
  static async open(parts: StandInParts): Promise<OidcStandIn> {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const standIn = new OidcStandIn(server, `http://localhost:${port}`, parts);
    server.on("request", (request, response) => {
      standIn.#answer(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
    return standIn;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** The one client there is. Its address is known only once the server under test listens. */
  register({ clientId, clientSecret, redirectUri }: StandInClient): void {
    const { issuer, configuration, formFields } = this.#parts;
    const provider = new Provider(issuer, {
      ...COMMON,
      ...configuration,
      adapter: oidcMemory(),
      jwks: { keys: [KEY] },
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: "client_secret_post",
          grant_types: configuration.issueRefreshToken
            ? ["authorization_code", "refresh_token"]
            : ["authorization_code"],
        },
      ],
      findAccount: (_context, id) => {
        const account = this.accounts.get(id);
        return account && { accountId: id, claims: () => ({ sub: id, ...account.claims }) };
      },
    });
    provider.use(async (context, next) => {
      await next();
      const accountId = context.oidc?.session?.accountId;
      if (formFields && accountId && typeof context.body === "string") {
        context.body = withFields(context.body, formFields(accountId));
      }
    });
    this.#provider = provider;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "", this.origin).pathname;
    this.seen.push(`${request.method} ${path}`);
    const provider = this.#provider;
    if (!provider) return void response.writeHead(503).end();
    if (path.startsWith("/interaction/")) return this.#interact(provider, request, response, path);
    if (await this.#parts.before?.(request, response)) return;
    await provider.callback()(request, response);
  }

  /** `/interaction/<uid>` shows the page; below it, `/as/<sub>` signs in and consents, `/cancel` does not. */
  async #interact(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<void> {
    const [, , uid = "", action, sub = ""] = path.split("/");
    if (action === undefined) {
      response.setHeader("content-type", "text/html; charset=utf-8");
      return void response.end(signInPage(uid, [...this.accounts.keys()]));
    }
    if (action === "cancel") {
      const { cancelled } = this.#parts;
      return provider.interactionFinished(request, response, { error: cancelled });
    }
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: sub, clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    const result = { login: { accountId: sub }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result);
  }
}

const KEY: JWK = {
  ...generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" }),
  kty: "RSA",
  kid: "stand-in-1",
  use: "sig",
  alg: "RS256",
} as JWK;

const COMMON: Configuration = {
  cookies: { keys: ["a key for the cookies of a test"] },
  features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  // Google and Apple put what they know into the token; there is nothing else to ask.
  conformIdTokenClaims: false,
  ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, RefreshToken: 600, IdToken: 3600 },
  renderError(context, out) {
    context.type = "text/plain";
    context.body = JSON.stringify(out);
  },
};

function signInPage(uid: string, accounts: readonly string[]): string {
  const form = (action: string, label: string): string =>
    `<form method="post" action="/interaction/${uid}/${action}"><button>${label}</button></form>`;
  return `<!doctype html><html lang="en"><title>Provider</title><h1>Sign in at the provider</h1>
${accounts.map((sub) => form(`as/${sub}`, `Continue as ${sub}`)).join("\n")}
${form("cancel", "Cancel")}`;
}

function withFields(page: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value.replaceAll('"', "&quot;")}"/>`,
  );
  return page.includes('name="code"') ? page.replace("</form>", `${inputs.join("")}</form>`) : page;
}
