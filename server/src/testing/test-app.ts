import type { DescService } from "@bufbuild/protobuf";
import { type Client, createClient, type Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import type { App } from "../app.ts";
import { createPasswordHasher } from "../crypto/passwords.ts";
import { createSecretBox } from "../crypto/secret-box.ts";
import { newUuidV7 } from "../crypto/uuid-v7.ts";
import { createWorkQueue } from "../crypto/work-queue.ts";
import { createAdmin } from "../domain/admins/create-admin.ts";
import { createPersonalAccessToken } from "../domain/admins/personal-access-tokens.ts";
import { systemActor } from "../domain/analytics/record-event.ts";
import { createProject } from "../domain/projects/create-project.ts";
import type { Project } from "../domain/projects/project.ts";
import { createSigner } from "../domain/signing-keys/signer.ts";
import { createListener, type Listener } from "../http/listener.ts";
import { createLog } from "../log.ts";
import { createService, type Service } from "../service.ts";
import type { Engine } from "./engines.ts";

export type TestAppOptions = { trustedProxies?: readonly string[]; reflection?: boolean };

const MASTER_KEY = new Uint8Array(32).fill(7);

/** The whole server on a real port and a real database, with a clock that only the test moves. */
export class TestApp {
  readonly app: App;
  readonly url: string;
  /** Every line the server logged. */
  readonly logLines: string[];
  readonly #listener: Listener;
  readonly #service: Service;
  readonly #clock: { now: number };

  private constructor(parts: {
    app: App;
    url: string;
    logLines: string[];
    listener: Listener;
    service: Service;
    clock: { now: number };
  }) {
    this.app = parts.app;
    this.url = parts.url;
    this.logLines = parts.logLines;
    this.#listener = parts.listener;
    this.#service = parts.service;
    this.#clock = parts.clock;
  }

  static async open(engine: Engine, options: TestAppOptions = {}): Promise<TestApp> {
    const clock = { now: Date.parse("2030-01-01T00:00:00Z") };
    const logLines: string[] = [];
    const listener = createListener();
    const port = await listener.listen({ host: "127.0.0.1", port: 0 });
    const url = `http://127.0.0.1:${port}`;
    const secretBox = createSecretBox(MASTER_KEY);
    const app: App = {
      baseUrl: url,
      version: "0.0.0-test",
      clock: () => clock.now,
      db: await engine.open(),
      log: createLog(
        "json",
        () => clock.now,
        (line) => logLines.push(line),
      ),
      newId: () => newUuidV7(clock.now),
      passwords: createPasswordHasher({ queue: createWorkQueue({ running: 2, waiting: 1000 }) }),
      secretBox,
      signer: createSigner(secretBox),
      mailIsWaiting: () => {},
    };
    const service = createService(app, {
      trustedProxies: options.trustedProxies ?? [],
      reflection: options.reflection ?? false,
    });
    listener.serve(service.handle);
    return new TestApp({ app, url, logLines, listener, service, clock });
  }

  async close(): Promise<void> {
    this.#service.beginDrain();
    await this.#listener.drain();
    await this.app.db.destroy();
  }

  /** Moves the server's clock. */
  advance(ms: number): void {
    this.#clock.now += ms;
  }

  /** A Connect JSON client that sends these headers with every call. */
  client<S extends DescService>(service: S, headers: Record<string, string> = {}): Client<S> {
    const addHeaders: Interceptor = (next) => (request) => {
      for (const [name, value] of Object.entries(headers)) request.header.set(name, value);
      return next(request);
    };
    const transport = createConnectTransport({
      baseUrl: this.url,
      httpVersion: "1.1",
      useBinaryFormat: false,
      interceptors: [addHeaders],
    });
    return createClient(service, transport);
  }

  auth(project: Project, accessToken?: string): Client<typeof AuthService> {
    const bearer = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
    return this.client(AuthService, { "x-svc-key": project.publishableKey, ...bearer });
  }

  projects(token: string): Client<typeof ProjectService> {
    return this.client(ProjectService, { authorization: `Bearer ${token}` });
  }

  async addProject(name = "Demo", slug = ""): Promise<{ project: Project; secretKey: string }> {
    return createProject(this.app, systemActor, { name, slug });
  }

  /** An administrator and a personal access token of theirs. */
  async addAdmin(email = "root@example.com"): Promise<{ token: string; tokenId: string; adminId: string }> {
    const { admin } = await createAdmin(this.app, { email, password: "a long enough password" });
    const { token, row } = await createPersonalAccessToken(this.app, admin, {
      name: "test",
      expiresInDays: 0,
    });
    return { token, tokenId: row.id, adminId: admin.id };
  }
}
