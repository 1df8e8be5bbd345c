import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type Bend = (path: string, response: ServerResponse) => boolean;

/** Passes everything on to the real server, except what a test bends. */
export class Front {
  readonly server: Server;
  target = "";
  bend: Bend = () => false;
  date: string | undefined;

  constructor(server: Server) {
    this.server = server.on("request", (incoming, response) => this.#pass(incoming, response));
  }

  async listen(): Promise<string> {
    await once(this.server.listen(0, "127.0.0.1"), "listening");
    const scheme = "setSecureContext" in this.server ? "https" : "http";
    return `${scheme}://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  #pass(incoming: IncomingMessage, response: ServerResponse): void {
    if (this.date !== undefined) response.setHeader("date", this.date);
    if (this.bend(incoming.url ?? "", response)) return;
    const { method, headers, url } = incoming;
    const onward = request(`${this.target}${url}`, { method, headers }, (answer) => {
      const { date, ...others } = answer.headers;
      response.writeHead(answer.statusCode ?? 500, { ...others, date: this.date ?? date });
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  }
}

/** A strict stand-in for Google and Apple: what a real one would refuse, it refuses. */
export class Providers {
  readonly server: Server = createServer((incoming, response) => this.#answer(incoming, response));
  readonly apple: Readonly<{ privateKey: KeyObject }> = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly seen: string[] = [];
  url = "";

  async listen(): Promise<void> {
    await once(this.server.listen(0, "127.0.0.1"), "listening");
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get env(): Record<string, string> {
    return { SVC_DOCTOR_GOOGLE_URL: this.url, SVC_DOCTOR_APPLE_URL: this.url };
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const line = `${incoming.method} ${incoming.url}`;
    this.seen.push(line);
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const keys = [{ kty: "RSA", kid: "1", n: "x", e: "AQAB" }];
    if (line === "GET /.well-known/openid-configuration") {
      return void reply(200, { issuer: "https://accounts.google.com", jwks_uri: `${this.url}/certs` });
    }
    if (line === "GET /certs" || line === "GET /auth/keys") return void reply(200, { keys });
    if (line !== "POST /auth/token") return void reply(404, { error: "not_found" });
    const form = new URLSearchParams(await text(incoming));
    reply(400, { error: this.#isClient(form) ? "invalid_grant" : "invalid_client" });
  }

  #isClient(form: URLSearchParams): boolean {
    const [header = "", claims = "", signature = ""] = (form.get("client_secret") ?? "").split(".");
    const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
    const { iss, sub, aud, iat, exp } = read(claims);
    const now = Date.now() / 1000;
    return (
      form.get("grant_type") === "authorization_code" &&
      verify(
        "sha256",
        Buffer.from(`${header}.${claims}`),
        { key: createPublicKey(this.apple.privateKey), dsaEncoding: "ieee-p1363" },
        Buffer.from(signature, "base64url"),
      ) &&
      read(header).alg === "ES256" &&
      read(header).kid === "ABC123DEFG" &&
      iss === "TEAM123456" &&
      sub === form.get("client_id") &&
      ["com.example.app", "com.example.web"].includes(sub) &&
      aud === "https://appleid.apple.com" &&
      iat <= now &&
      exp > now
    );
  }
}
