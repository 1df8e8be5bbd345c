import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
} from "node:http";
import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import type { Project } from "../src/domain/projects/project.ts";
import { findActiveSigningKey } from "../src/storage/signing-keys.ts";
import { engines } from "../src/testing/engines.ts";
import { challengeOf, enrollTotp, mfaClient, mfaPolicy } from "../src/testing/factors.ts";
import { freePort } from "../src/testing/postgres.ts";
import { TestApp } from "../src/testing/test-app.ts";

const HOUR = 3_600_000;
const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

type Seen = { method: string; headers: IncomingHttpHeaders; body: string };

/** A server with the project `demo`, tokens of every kind, and a backend that remembers what reached it. */
export class GatewayWorld {
  readonly t: TestApp;
  readonly project: Project;
  readonly secretKey: string;
  readonly userId: string;
  readonly backend: string;
  readonly seen: Seen[];
  readonly #server: Server;
  readonly #expired: string;
  readonly #admin: string;

  private constructor(parts: {
    t: TestApp;
    made: { project: Project; secretKey: string };
    user: { id: string; expired: string };
    admin: string;
    backend: { server: Server; address: string; seen: Seen[] };
  }) {
    this.t = parts.t;
    this.project = parts.made.project;
    this.secretKey = parts.made.secretKey;
    this.userId = parts.user.id;
    this.#expired = parts.user.expired;
    this.#admin = parts.admin;
    this.backend = parts.backend.address;
    this.seen = parts.backend.seen;
    this.#server = parts.backend.server;
  }

  static async open({ baseUrl }: { baseUrl?: string } = {}): Promise<GatewayWorld> {
    const t = await TestApp.open(engines[0] ?? expect.fail(), {
      now: Date.now() - HOUR,
      trustedProxies: ["127.0.0.1"],
      ...(baseUrl !== undefined && { baseUrl }),
    });
    const made = await t.addProject("Demo", { allowAnonymousSignIn: true, ...mfaPolicy("optional") });
    const { accessToken, user } = await t.addUser(made.project, EMAIL, PASSWORD);
    // From here on the server's clock is right, so that verifiers, whose clocks are, take its tokens.
    t.advance(HOUR);
    const { token } = await t.addAdmin();
    const found = { id: user?.id ?? expect.fail(), expired: accessToken };
    return new GatewayWorld({ t, made, user: found, admin: token, backend: await openBackend() });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.t.close();
  }

  /** Where the server is, as `host:port`. */
  get host(): string {
    return new URL(this.t.url).host;
  }

  async good(): Promise<string> {
    return (await this.t.auth(this.project).signIn({ email: EMAIL, password: PASSWORD })).accessToken;
  }

  async guest(): Promise<string> {
    return (await this.t.auth(this.project).signInAnonymously({})).accessToken;
  }

  /** A user who signed in with two factors. */
  async twoFactors(): Promise<string> {
    const email = `${crypto.randomUUID()}@example.com`;
    const { accessToken } = await this.t.addUser(this.project, email, PASSWORD);
    const { recoveryCodes } = await enrollTotp(this.t, this.project, accessToken);
    const { token } = await challengeOf(this.t.auth(this.project).signIn({ email, password: PASSWORD }));
    const proof = { case: "recoveryCode", value: recoveryCodes[0] ?? "" } as const;
    return (await mfaClient(this.t, this.project).completeSignIn({ mfaToken: token, proof })).accessToken;
  }

  /** Good by its signature and its times; only the server knows that its session has ended. */
  async signedOut(): Promise<string> {
    const { accessToken, refreshToken } = await this.t
      .auth(this.project)
      .signIn({ email: EMAIL, password: PASSWORD });
    await this.t.auth(this.project).signOut({ refreshToken });
    return accessToken;
  }

  async rotate(): Promise<void> {
    await this.t.projects(this.#admin).rotateSigningKey({ project: this.project.slug });
  }

  /** Values of the header `authorization` that nobody may accept, by what is wrong with them. */
  async refused(): Promise<Record<string, string | undefined>> {
    const good = await this.good();
    const [header = "", payload = "", signature = ""] = good.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const key = await findActiveSigningKey(this.t.app.db, { projectId: this.project.id });
    const signed = (change: object) => this.t.app.signer.sign(key ?? expect.fail(), { ...claims, ...change });
    const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const { project } = await this.t.addProject(`Other ${crypto.randomUUID()}`, {
      allowAnonymousSignIn: true,
    });
    const foreign = (await this.t.auth(project).signInAnonymously({})).accessToken;
    const tokens = {
      nonsense: "nonsense",
      expired: this.#expired,
      tampered: [header, encoded({ ...claims, sub: "someone else" }), signature].join("."),
      unsigned: [encoded({ alg: "none", typ: "JWT" }), payload, ""].join("."),
      "for another audience": signed({ aud: "another" }),
      "by another issuer": signed({ iss: "https://auth.example.com/p/demo" }),
      "of another project": foreign,
    };
    const bearers = Object.entries(tokens).map(([name, token]) => [name, `Bearer ${token}`]);
    return { ...Object.fromEntries(bearers), missing: undefined, "another scheme": `Basic ${good}` };
  }

  /** Holds a gateway to what the guide says of those that ask the server for each request. */
  async holdsAskingGateway(url: string): Promise<void> {
    this.seen.length = 0;
    const good = await this.good();
    const body = gzipSync("a body that is not a message of svc");
    const headers = {
      authorization: `Bearer ${good}`,
      "content-encoding": "gzip",
      "content-type": "text/plain",
      "x-user-id": "someone else",
      "x-user-is-guest": "false",
      x_user_id: "someone else",
    };
    expect(await send(`${url}/things?x=1`, { method: "POST", headers, body })).toBe(201);
    expect(await statusOf(url, `Bearer ${await this.guest()}`)).toBe(201);
    expect(this.seen).toHaveLength(2);
    expect(this.seen[0]).toMatchObject({ method: "POST /things?x=1", body: body.toString("latin1") });
    expect(this.seen[0]?.headers.authorization).toBe(`Bearer ${good}`);

    const refused = await this.refused();
    refused["signed out"] = `Bearer ${await this.signedOut()}`;
    for (const [name, authorization] of Object.entries(refused)) {
      expectRefusal(name, await statusOf(url, authorization));
    }
    await this.rotate();
    expect(await statusOf(url, `Bearer ${await this.good()}`)).toBe(201);
    expect(this.seen).toHaveLength(3);
  }
}

/** A token that another project or server issued may also be answered with 403. */
export function expectRefusal(name: string, status: number): void {
  const allowed = /another (audience|issuer|project)/.test(name) ? [401, 403] : [401];
  expect(allowed, `${name}: ${status}`).toContain(status);
}

export async function statusOf(url: string, authorization?: string): Promise<number> {
  return send(url, { headers: authorization === undefined ? {} : { authorization } });
}

type Sent = { method?: string; headers: Record<string, string>; body?: Buffer };

/** To the host that the guide's files are for; returns the status. */
async function send(url: string, { method = "GET", headers, body }: Sent): Promise<number> {
  const call = request(url, { method, headers: { host: "api.example.com", ...headers } });
  call.end(body);
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  answer.resume();
  await once(answer, "end");
  return answer.statusCode ?? 0;
}

async function openBackend(): Promise<{ server: Server; address: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString("latin1");
    seen.push({ method: `${request.method} ${request.url}`, headers: request.headers, body });
    response.writeHead(201).end("from the backend");
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { server, address: `127.0.0.1:${port}`, seen };
}
