import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { App } from "./app.ts";
import { createBackground } from "./background.ts";
import type { Config } from "./config/load-config.ts";
import type { SignAhead } from "./crypto/es256.ts";
import { createHashQueue } from "./crypto/hash-queue.ts";
import { createPasswordHasher } from "./crypto/passwords.ts";
import { createSecretBox, type SecretBox } from "./crypto/secret-box.ts";
import { signAhead } from "./crypto/sign-ahead.ts";
import { newUuidV7 } from "./crypto/uuid-v7.ts";
import type { Https } from "./domain/certificates/https.ts";
import { claimMasterKey, refuseOtherKey } from "./domain/instance/claim-master-key.ts";
import { watchUntrustedProxies } from "./domain/instance/untrusted-proxies.ts";
import { createRateLimiter } from "./domain/rate-limits/rate-limiter.ts";
import { createDummyHashes } from "./domain/sessions/dummy-hashes.ts";
import { createSigner } from "./domain/signing-keys/signer.ts";
import { AppError, OperatorError } from "./errors.ts";
import { cannotListen } from "./http/cannot-listen.ts";
import type { MetricsPlace, MetricsServer } from "./http/metrics-server.ts";
import type { PortPlan, Ports } from "./http/ports.ts";
import { createLog, type Log, onceATurn } from "./log.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { createIdentityProviders } from "./providers/identity-providers.ts";
import { createMailer } from "./providers/mailer.ts";
import { createStoreClients } from "./providers/store-clients.ts";
import { isTrustedPeer } from "./rpc/guards/client-ip.ts";
import { startShippedThread } from "./shipped-thread.ts";
import { cannotOpen, holdsOtherTables } from "./storage/cannot-open.ts";
import {
  type DataDirectory,
  type InspectedDirectory,
  inspectDataDirectory,
  lockForServing,
} from "./storage/data-directory.ts";
import type { Db } from "./storage/db.ts";
import { findMasterKeyId } from "./storage/instance-settings.ts";
import { DatabaseFromTheFutureError, migrate, refuseFuture } from "./storage/migrate.ts";
import { openDatabase, peekInto } from "./storage/open.ts";
import { hasRestored } from "./storage/postgres-restore.ts";
import { settleReplacing } from "./storage/replace-data.ts";
import { snapshotOf, type TakeSnapshot } from "./storage/snapshot.ts";
import { upgrade } from "./storage/upgrade.ts";
import { version } from "./version.ts";
import type { Lock, Place } from "./workers/place.ts";
import { shareOf } from "./workers/share.ts";

export type LocalApp = App & { close: () => Promise<void> };

const HASH_WAIT_MS = 2_000;

/** The data directory and its database, beside a running server or on their own. */
export async function openLocal(config: Config): Promise<LocalApp> {
  const log = createLog(config.logFormat, Date.now, (line) => void process.stderr.write(line));
  const storage = await openStorage(config, log);
  return { ...assemble(config, log, storage, undefined), close: storage.close };
}

export type LocalBackup = Pick<App, "clock" | "takeSnapshot" | "version"> & {
  /** True when there was nothing to back up, and an empty instance was made. */
  isNew: boolean;
  close: () => Promise<void>;
};

/** For a backup: nothing is upgraded, so that it also works beside the server of another version. */
export async function openForBackup(config: Config): Promise<LocalBackup> {
  const log = createLog(config.logFormat, Date.now, (line) => void process.stderr.write(line));
  const remote = config.databaseUrl === undefined ? undefined : connect(config.databaseUrl, log);
  const close = async (): Promise<void> => remote?.destroy();
  try {
    await settleRestore(config, log, remote);
    const { found, keyId } = await lookAround(config, remote);
    const isNew = keyId === undefined || found.masterKey === undefined;
    if (isNew) await (await openLocal(config)).close();
    const directory = found.open();
    directory.finish();
    return { clock: Date.now, version, isNew, takeSnapshot: snapshotFrom(directory, remote), close };
  } catch (error) {
    await close();
    throw cannotOpen(error, { ...config, version });
  }
}

export type RunningServer = {
  port: number;
  hasAdmin: boolean;
  /** Looks now whether there is another certificate. */
  lookAtCertificate: () => void;
  stop: () => Promise<void>;
};

const ALONE: Place = {
  workers: 1,
  logFacts: {},
  lock: async (dataDir) => lockForServing(dataDir),
  openMetrics,
};

/** The lock of a directory on which several processes serve. */
export function lockForWorkers(config: Config): (dataDir: string) => Lock {
  return (dataDir) => {
    try {
      return lockForServing(dataDir);
    } catch (error) {
      throw cannotOpen(error, { ...config, version });
    }
  };
}

/** Binds its ports first: a start that cannot succeed must leave nothing behind on disk. */
export async function startServer(config: Config, place: Place = ALONE): Promise<RunningServer> {
  const [{ openPorts }, { createService }, { hasAdmin }, { createScheduler }, { serverJobs }] =
    await Promise.all([
      import("./http/ports.ts"),
      import("./service.ts"),
      import("./domain/admins/has-admin.ts"),
      import("./jobs/scheduler.ts"),
      import("./jobs/server-jobs.ts"),
    ]);
  // Connections are handed to the workers in turn, so each has about as many.
  const maxConnections = Math.ceil(config.maxConnections / place.workers);
  const isProxy = isTrustedPeer(config.trustedProxies);
  const admission = { maxConnections, isProxy };
  const ports = await openPorts(portPlans(config), admission, (error, { address, setting }) =>
    cannotListen(error, address, setting),
  );
  const lines = onceATurn((text) => void process.stderr.write(text));
  process.once("exit", lines.flush);
  const log = createLog(config.logFormat, Date.now, lines.write, place.logFacts);
  let metrics: MetricsPlace | undefined;
  try {
    metrics = await place.openMetrics(config);
    const https = await openHttps(config, ports, log);
    const storage = await openStorage(config, log, place);
    try {
      const assembled = assemble(config, log, storage, https, place);
      const jobs = createScheduler(assembled);
      const app: App = {
        ...assembled,
        mailIsWaiting: () => jobs.wake("mail"),
        notificationIsWaiting: () => jobs.wake("billing-inbox"),
      };
      const service = createService(app, config);
      const running = { port: ports.port, hasAdmin: await hasAdmin(app) };
      app.metrics.registry.gauge("svc_connections", "Connections that are open.", ports.connections);
      metrics?.serve(app);
      await startHttps(app);
      ports.serve(service);
      jobs.start(serverJobs(app));
      return {
        ...running,
        lookAtCertificate: () => jobs.wake("certificate"),
        async stop() {
          service.beginDrain();
          await Promise.all([ports.drain(), jobs.stop(), app.mailer.close()]);
          await metrics?.close();
          await app.background.idle();
          await storage.close();
          lines.flush();
          process.off("exit", lines.flush);
        },
      };
    } catch (error) {
      await storage.close();
      throw error;
    }
  } catch (error) {
    ports.abandon();
    await metrics?.close();
    throw error;
  }
}

function portPlans({ addr, https }: Config): readonly PortPlan[] {
  const atAddr = { address: addr, setting: "--addr" };
  if (https?.kind !== "acme") return [{ kind: https ? "secure" : "plain", ...atAddr }];
  return [
    { kind: "secure", address: https.httpsAddr, setting: "https_addr" },
    { kind: "redirecting", address: https.httpAddr, setting: "http_addr" },
    ...(https.servesAddr ? [{ kind: "plain" as const, ...atAddr }] : []),
  ];
}

async function openHttps({ https }: Config, { use, inUse }: Ports, log: Log): Promise<Https | undefined> {
  if (!https) return undefined;
  if (https.kind === "files") {
    const { openCertificateFiles } = await import("./http/certificate-files.ts");
    return openCertificateFiles({ clock: Date.now, log }, https, use);
  }
  const { createAcmeAuthority } = await import("./providers/acme.ts");
  const { domains, email, directory, caFile } = https;
  const ca = caFile === undefined ? undefined : readAuthority(caFile);
  return { kind: "acme", domains, email, authority: createAcmeAuthority({ directory, ca }), use, inUse };
}

function readAuthority(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorError(`cannot read ${file} (${code})`, "check acme_ca_file");
  }
}

/** A stored certificate is in use from the first connection on. Getting one is not waited for. */
async function startHttps(app: App): Promise<void> {
  if (app.https?.kind !== "acme") return;
  const { installCertificate } = await import("./domain/certificates/install-certificate.ts");
  await installCertificate(app, app.https).catch((error: unknown) =>
    app.log("error", "the stored certificate cannot be used", { detail: String(error) }),
  );
}

/** Before anything is on disk, like the other ports. */
export async function openMetrics({ metricsAddr }: Config): Promise<MetricsServer | undefined> {
  if (metricsAddr === undefined) return undefined;
  const { openMetricsPort } = await import("./http/metrics-server.ts");
  return openMetricsPort(metricsAddr).catch((error: unknown) => {
    throw cannotListen(error, metricsAddr, "--metrics-addr");
  });
}

function assemble(
  config: Config,
  log: Log,
  { db, secretBox, takeSnapshot }: Storage,
  https: Https | undefined,
  { workers }: Pick<Place, "workers"> = ALONE,
): App {
  const { hashesAtOnce, hashesWaiting } = shareOf(workers, availableParallelism());
  const queue = createHashQueue({ running: hashesAtOnce, waiting: hashesWaiting, maxWaitMs: HASH_WAIT_MS });
  const hasReplicas = config.databaseUrl !== undefined;
  const monotonicMs = (): number => performance.now();
  const facts = { clock: Date.now, db, log, secretBox };
  return {
    background: createBackground(log),
    backupSchedule: backupSchedule(config),
    baseUrl: config.baseUrl,
    version,
    clock: Date.now,
    configuredSmtp: config.smtp,
    db,
    dummyHashes: createDummyHashes(facts),
    https,
    identityProviders: createIdentityProviders(config.providerOrigins, monotonicMs),
    stores: createStoreClients(config.storeOrigins, { clock: Date.now, monotonicMs }),
    log,
    mailer: createMailer(config.baseUrl, (text) => void process.stderr.write(text)),
    metrics: createMetrics(),
    rateLimits: createRateLimiter(config.rateLimits, facts, { hasReplicas, monotonicMs }),
    newId: () => newUuidV7(Date.now()),
    passwords: createPasswordHasher({ queue }),
    secretBox,
    signer: createSigner(secretBox, spareCore(workers, log)),
    mailIsWaiting: () => {},
    notificationIsWaiting: () => {},
    untrustedProxies: watchUntrustedProxies({ clock: Date.now, log }),
    takeSnapshot,
  };
}

/** Another thread helps only where it finds a core that no worker has. */
function spareCore(workers: number, log: Log): SignAhead | undefined {
  if (workers >= availableParallelism()) return undefined;
  return signAhead(
    (data) => startShippedThread("server/src/crypto/signing-thread.ts", data),
    (error) => log("warn", "the signing thread ended", { error: error.message }),
  );
}

function backupSchedule({ backupDir, backupIntervalMs, backupKeep }: Config): App["backupSchedule"] {
  return backupDir === undefined
    ? undefined
    : { folder: backupDir, intervalMs: backupIntervalMs, keep: backupKeep };
}

type Storage = { db: Db; secretBox: SecretBox; takeSnapshot: TakeSnapshot; close: () => Promise<void> };

/** Everything that can be refused is looked at before anything is written. */
async function openStorage(config: Config, log: Log, servingAt?: Place): Promise<Storage> {
  const closers: Array<() => unknown> = [];
  const close = async (): Promise<void> => {
    for (const undo of closers.splice(0).reverse()) await undo();
  };
  try {
    const { databaseUrl } = config;
    const remote = databaseUrl === undefined ? undefined : connect(databaseUrl, log, servingAt);
    if (remote) closers.push(() => remote.destroy());
    await settleRestore(config, log, remote);
    const directory = await openDirectory(config, remote);
    closers.push(directory.abandon);
    if (servingAt) closers.push((await servingAt.lock(directory.path)).release);
    const db = remote ?? openDatabase({ kind: "sqlite", file: directory.databaseFile });
    if (!remote) closers.push(() => db.destroy());
    const secretBox = createSecretBox(directory.masterKey);
    if (!remote) {
      const onCopy = (file: string): void => log("info", "copied the database before its upgrade", { file });
      await upgrade(db, directory.databaseFile, { now: Date.now(), onCopy });
    }
    await claimMasterKey({ clock: Date.now, db, secretBox });
    directory.finish();
    return { db, secretBox, takeSnapshot: snapshotFrom(directory, remote), close };
  } catch (error) {
    await close();
    throw cannotOpen(error, { ...config, version });
  }
}

function snapshotFrom(
  { path, databaseFile, masterKey }: DataDirectory,
  remote: Db | undefined,
): TakeSnapshot {
  const database = remote
    ? { kind: "postgres" as const, db: remote }
    : { kind: "sqlite" as const, file: databaseFile };
  return snapshotOf({ database, masterKey, directory: path });
}

/** A restore that was killed is finished or undone before anybody looks at the data. */
async function settleRestore({ dataDir }: Config, log: Log, remote: Db | undefined): Promise<void> {
  const outcome = await settleReplacing(
    dataDir,
    async (id) => remote !== undefined && hasRestored(remote, id),
  );
  if (outcome === "finished") log("info", "finished a restore that was cut short");
  if (outcome === "undone") log("warn", "undid a restore that was cut short; the data is as it was before");
}

async function openDirectory(config: Config, remote: Db | undefined): Promise<DataDirectory> {
  const { found } = await lookAround(config, remote);
  // Before the key is made: a database that cannot be migrated leaves no directory behind.
  if (remote) await migrate(remote, Date.now());
  return found.open();
}

type Surroundings = { found: InspectedDirectory; keyId: string | undefined };

async function lookAround(config: Config, remote: Db | undefined): Promise<Surroundings> {
  const remoteKeyId = remote && (await lookRemotely(remote));
  const found = inspectDataDirectory({
    path: config.dataDir,
    masterKeyFile: config.masterKeyFile,
    holdsDatabase: remote === undefined,
    mayCreateKey: remoteKeyId === undefined,
  });
  const keyId = found.databaseFile === undefined ? remoteKeyId : await peekInto(found.databaseFile, look);
  if (found.masterKey) refuseOtherKey({ secretBox: createSecretBox(found.masterKey) }, keyId);
  return { found, keyId };
}

/** Which key the database was made with, if any. Changes nothing. */
async function look(db: Db): Promise<string | undefined> {
  await refuseFuture(db);
  return findMasterKeyId(db);
}

function connect(url: string, log: Log, { workers }: Pick<Place, "workers"> = ALONE): Db {
  const onIdleError = (error: Error): void =>
    log("warn", "database connection lost", { detail: error.message });
  const { connections } = shareOf(workers, availableParallelism());
  return openDatabase({ kind: "postgres", url, onIdleError, connections });
}

async function lookRemotely(db: Db): Promise<string | undefined> {
  try {
    return await look(db);
  } catch (error) {
    if (error instanceof DatabaseFromTheFutureError) throw error;
    if (holdsOtherTables(error)) throw error;
    const why = error instanceof AppError ? error.detail : (error as Error).message;
    throw new OperatorError(
      `cannot reach PostgreSQL: ${why}`,
      "check --database-url and that the server accepts it",
    );
  }
}
