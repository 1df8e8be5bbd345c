import type { DescService } from "@bufbuild/protobuf";
import { type Client, createClient, type Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import type { App } from "../app.ts";
import { rateLimitDefaults } from "../config/rate-limits.ts";
import { createHashQueue } from "../crypto/hash-queue.ts";
import { createPasswordHasher, type HashCost, type PasswordHasher } from "../crypto/passwords.ts";
import { createSecretBox } from "../crypto/secret-box.ts";
import { createUuidV7 } from "../crypto/uuid-v7.ts";
import { createAdmin } from "../domain/admins/create-admin.ts";
import { createPersonalAccessToken } from "../domain/admins/personal-access-tokens.ts";
import { systemActor } from "../domain/analytics/record-event.ts";
import { createRefreshCounter } from "../domain/analytics/refresh-counter.ts";
import type { BackupSchedule } from "../domain/backups/backup-schedule.ts";
import type { Https } from "../domain/certificates/https.ts";
import { watchUpgrade } from "../domain/instance/upgrade.ts";
import { watchUntrustedProxies } from "../domain/instance/watch-untrusted-proxies.ts";
import { type Deliveries, deliverDueMail } from "../domain/mail/deliver-mail.ts";
import type { SmtpSettings } from "../domain/mail/mail-transport.ts";
import type { Mailer } from "../domain/mail/mailer.ts";
import { createProject } from "../domain/projects/create-project.ts";
import type { Project } from "../domain/projects/project.ts";
import type { ProjectSettings } from "../domain/projects/settings.ts";
import { updateProject } from "../domain/projects/update-project.ts";
import { createRateLimiter } from "../domain/rate-limits/create-rate-limiter.ts";
import type { RateLimits } from "../domain/rate-limits/rules.ts";
import { createDummyHashes } from "../domain/sessions/create-dummy-hashes.ts";
import { createSigner } from "../domain/signing-keys/create-signer.ts";
import { createListener, type Listener } from "../http/listener.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { createAssociationFiles } from "../providers/association-files.ts";
import { createTxtLookup } from "../providers/dns-txt.ts";
import { createIdentityProviders, type ProviderOrigins } from "../providers/identity-providers.ts";
import { createMailer } from "../providers/mailer.ts";
import type { SmtpTimeouts } from "../providers/smtp.ts";
import { createStores, type StoreOrigins } from "../providers/stores.ts";
import { Admission } from "../runtime/admission.ts";
import { createBackground } from "../runtime/background.ts";
import { createLog } from "../runtime/log.ts";
import type { LogIp } from "../runtime/shown-ip.ts";
import { createService, type Service } from "../service.ts";
import type { Db } from "../storage/db.ts";
import { type DatabaseLocation, openDatabase } from "../storage/open.ts";
import { snapshotOf } from "../storage/snapshot.ts";
import { createSqlite, type Engine } from "./engines.ts";
import { type CapturedMail, capturingMailer } from "./mailbox.ts";
import { sharedHandle } from "./postgres-databases.ts";
import { leaseSqlite } from "./sqlite-databases.ts";

export type TestAppOptions = {
  /** Where the world believes the server to be; its own port unless it says otherwise. */
  baseUrl?: string;
  /** Passkeys of administrators need a name. */
  host?: "localhost";
  /** A port that it takes if nobody has it; otherwise another one. */
  port?: number;
  trustedProxies?: readonly string[];
  reflection?: boolean;
  logIp?: LogIp;
  /** Rules that replace the defaults. */
  rateLimits?: "off" | Partial<RateLimits>;
  /** The database of another TestApp, to serve beside it or after it. */
  database?: DatabaseLocation;
  /** The key of that database, if another than the one of every TestApp. */
  masterKey?: Uint8Array;
  /** Where its clock begins. */
  now?: number;
  backups?: BackupSchedule;
  https?: Https;
  /** Mails go through this relay instead of into `mails`. */
  smtp?: SmtpSettings;
  /** How long an attempt waits for the relay, where a test is about slow ones. */
  smtpTimeouts?: SmtpTimeouts;
  /** The DNS server that it asks, such as `127.0.0.1:5353`; without one, DNS is down. */
  dns?: string;
  /** Stand-ins for Google and Apple; without one, the provider is down. */
  providers?: ProviderOrigins;
  /** The origin of a stand-in for the hosts of RP IDs; without one, they are down. */
  associationFiles?: string;
  /** The same for the stores. */
  stores?: Partial<StoreOrigins>;
  /** Passwords are hashed as slowly as every other server does it. */
  hashesAsServed?: boolean;
  /** Puts something around the hasher, such as a gate. */
  passwords?: (hasher: PasswordHasher) => PasswordHasher;
  /** How long a sign-in may wait for a provider. */
  providerWaitMs?: number;
};

/** Nobody listens there. */
const DOWN = "http://127.0.0.1:9";
const NO_DNS = "127.0.0.1:9";
const DNS_WAIT_MS = 500;

/** For every password that is not itself what a test is about. */
const QUICK: HashCost = { memoryCost: 64, timeCost: 1 };

const MASTER_KEY = new Uint8Array(32).fill(7);

/** Not those of this process: the clocks of TestApps are years ahead. */
const newId = createUuidV7();

export const ADMIN_PASSWORD = "a long enough password";

function limitsOf({ rateLimits = {} }: TestAppOptions): "off" | RateLimits {
  return rateLimits === "off" ? rateLimits : { ...rateLimitDefaults, ...rateLimits };
}

function associationFilesOf({ associationFiles: origin = DOWN, providerWaitMs: waitMs }: TestAppOptions) {
  return createAssociationFiles({ origin, waitMs });
}

function hasherOf({ hashesAsServed, passwords = (hasher) => hasher }: TestAppOptions): PasswordHasher {
  const queue = createHashQueue({ running: 2, waiting: 1000 });
  return passwords(createPasswordHasher({ queue, ...(hashesAsServed ? {} : { cost: QUICK }) }));
}

function mailerOf(
  { smtp, smtpTimeouts }: TestAppOptions,
  url: string,
  { logLines, mails }: { logLines: string[]; mails: CapturedMail[] },
): Mailer {
  return smtp ? createMailer(url, (text) => logLines.push(text), smtpTimeouts) : capturingMailer(mails);
}

async function portOf(listener: Listener, wanted = 0): Promise<number> {
  const host = "127.0.0.1";
  return listener.listen({ host, port: wanted }).catch(() => listener.listen({ host, port: 0 }));
}

type TestDatabase = {
  database: DatabaseLocation;
  /** A handle that stays open for the next test. */
  shared: Db | undefined;
};

async function databaseFor(engine: Engine, { database }: TestAppOptions): Promise<TestDatabase> {
  if (database) return { database, shared: undefined };
  if (engine.kind === "sqlite") {
    const leased = await leaseSqlite(createSqlite);
    return { database: leased?.location ?? (await engine.create()), shared: leased?.handle };
  }
  const created = await engine.create();
  return { database: created, shared: created.kind === "postgres" ? sharedHandle(created.url) : undefined };
}

/** The whole server on a real port and a real database, with a clock that only the test moves. */
export class TestApp {
  readonly app: App;
  readonly url: string;
  readonly database: DatabaseLocation;
  /** Every line the server logged. */
  readonly logLines: string[];
  /** What `deliverMail` sent, unless the TestApp was opened with a relay. */
  readonly mails: CapturedMail[];
  readonly #listener: Listener;
  readonly #service: Service;
  readonly #clock: { now: number };
  readonly #closeDatabase: () => Promise<void>;

  private constructor(parts: {
    app: App;
    url: string;
    database: DatabaseLocation;
    logLines: string[];
    mails: CapturedMail[];
    listener: Listener;
    service: Service;
    clock: { now: number };
    closeDatabase: () => Promise<void>;
  }) {
    this.app = parts.app;
    this.url = parts.url;
    this.database = parts.database;
    this.logLines = parts.logLines;
    this.mails = parts.mails;
    this.#listener = parts.listener;
    this.#service = parts.service;
    this.#clock = parts.clock;
    this.#closeDatabase = parts.closeDatabase;
  }

  static async open(engine: Engine, options: TestAppOptions = {}): Promise<TestApp> {
    const clock = { now: options.now ?? Date.parse("2030-01-01T00:00:00Z") };
    const logLines: string[] = [];
    const mails: CapturedMail[] = [];
    const listener = createListener();
    const port = await portOf(listener, options.port);
    const url = `http://${options.host ?? "127.0.0.1"}:${port}`;
    const masterKey = options.masterKey ?? MASTER_KEY;
    const secretBox = createSecretBox(masterKey);
    const { database, shared } = await databaseFor(engine, options);
    const facts = {
      clock: () => clock.now,
      db: shared ?? openDatabase(database),
      log: createLog(
        { logFormat: "json", logIp: options.logIp ?? "full" },
        () => clock.now,
        (line) => logLines.push(line),
      ),
    };
    const background = createBackground(facts.log);
    const app: App = {
      ...facts,
      admission: new Admission(),
      background,
      refreshCounter: createRefreshCounter({ ...facts, background }),
      backupSchedule: options.backups,
      https: options.https,
      ledgerFolders: [],
      takeSnapshot: snapshotOf({
        db: facts.db,
        masterKey,
        directory: undefined,
      }),
      baseUrl: options.baseUrl ?? url,
      version: "0.0.0-test",
      newId: () => newId(clock.now),
      passwords: hasherOf(options),
      dummyHashes: createDummyHashes({ ...facts, secretBox }),
      secretBox,
      signer: createSigner(secretBox),
      configuredSmtp: options.smtp,
      lookUpTxt: createTxtLookup([options.dns ?? NO_DNS], DNS_WAIT_MS),
      mailer: mailerOf(options, url, { logLines, mails }),
      wakeMailJob: () => {},
      wakeInboxJob: () => {},
      upgrade: watchUpgrade(),
      untrustedProxies: watchUntrustedProxies(facts),
      metrics: createMetrics(),
      associationFiles: associationFilesOf(options),
      identityProviders: createIdentityProviders(
        { google: DOWN, apple: DOWN, ...options.providers },
        () => clock.now,
        options.providerWaitMs,
      ),
      stores: createStores(
        { appStore: DOWN, appStoreRoot: undefined, playStore: DOWN, stripe: DOWN, ...options.stores },
        { clock: () => clock.now, monotonicMs: () => clock.now, waitMs: options.providerWaitMs },
      ),
      rateLimits: createRateLimiter(limitsOf(options), facts, {
        hasReplicas: database.kind === "postgres",
        monotonicMs: () => clock.now,
      }),
    };
    const service = createService(app, {
      trustedProxies: options.trustedProxies ?? [],
      reflection: options.reflection ?? false,
    });
    listener.serve(service.handle, service.handleStream, service.caught);
    const closeDatabase = shared ? async () => {} : () => facts.db.destroy();
    return new TestApp({ app, url, database, logLines, mails, listener, service, clock, closeDatabase });
  }

  async close(): Promise<void> {
    this.#service.beginDrain();
    await this.#listener.drain();
    await this.app.background.idle();
    await this.app.mailer.close();
    await this.#closeDatabase();
  }

  /** Sends the mails that are due, as the job would. */
  deliverMail(): Promise<Deliveries> {
    return deliverDueMail(this.app);
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
      acceptCompression: [], // tests of the protocols ask for compressed answers
      interceptors: [addHeaders],
    });
    return createClient(service, transport);
  }

  auth(project: Project, accessToken?: string): Client<typeof AuthService> {
    const bearer = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
    return this.client(AuthService, { "x-svc-key": project.publishableKey, ...bearer });
  }

  authWith(headers: Record<string, string>): Client<typeof AuthService> {
    return this.client(AuthService, headers);
  }

  projects(token: string): Client<typeof ProjectService> {
    return this.client(ProjectService, { authorization: `Bearer ${token}` });
  }

  async addProject(
    name = "Demo",
    settings: Partial<ProjectSettings> = {},
  ): Promise<{ project: Project; secretKey: string }> {
    const { project, secretKey } = await createProject(this.app, systemActor, { name, slug: "" });
    return { project: await updateProject(this.app, systemActor, project.id, { settings }), secretKey };
  }

  /** Signs a user up through the public RPC. */
  async addUser(project: Project, email: string, password: string): Promise<TokenResponse> {
    const { tokens } = await this.auth(project).signUp({ email, password });
    if (!tokens) throw new Error("the project requires a verified email");
    return tokens;
  }

  /** An administrator and a personal access token of theirs. */
  async addAdmin(email = "root@example.com"): Promise<{ token: string; tokenId: string; adminId: string }> {
    const { admin } = await createAdmin(this.app, { email, password: ADMIN_PASSWORD });
    const { token, row } = await createPersonalAccessToken(this.app, admin, {
      name: "test",
      expiresInDays: 0,
    });
    return { token, tokenId: row.id, adminId: admin.id };
  }

  /** Logs an administrator in and returns the cookie as the browser would send it back. */
  async login(email = "root@example.com", password = ADMIN_PASSWORD): Promise<string> {
    let cookie = "";
    const onHeader = (headers: Headers): void => {
      cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
    };
    await this.client(SessionService).login({ email, password }, { onHeader });
    return cookie;
  }
}
