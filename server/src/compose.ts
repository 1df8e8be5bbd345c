import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { App } from "./app.ts";
import { openStorage, type Storage, toStandardError } from "./compose/open-storage.ts";
import type { Config } from "./config/load-config.ts";
import { createHashQueue } from "./crypto/hash-queue.ts";
import { createPasswordHasher } from "./crypto/passwords.ts";
import { newUuidV7 } from "./crypto/uuid-v7.ts";
import { createRefreshCounter } from "./domain/analytics/refresh-counter.ts";
import { type Restored, type RestoreOptions, restoreBackup } from "./domain/backups/restore-backup.ts";
import type { Https } from "./domain/certificates/https.ts";
import { watchUpgrade } from "./domain/instance/upgrade.ts";
import { watchUntrustedProxies } from "./domain/instance/watch-untrusted-proxies.ts";
import { createRateLimiter } from "./domain/rate-limits/create-rate-limiter.ts";
import { createDummyHashes } from "./domain/sessions/create-dummy-hashes.ts";
import { createSigner } from "./domain/signing-keys/create-signer.ts";
import { OperatorError } from "./errors.ts";
import { cannotListen } from "./http/cannot-listen.ts";
import type { MetricsPlace, MetricsServer } from "./http/metrics-server.ts";
import type { PortPlan, Ports } from "./http/ports.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { createAssociationFiles } from "./providers/association-files.ts";
import { createTxtLookup } from "./providers/dns-txt.ts";
import { createIdentityProviders } from "./providers/identity-providers.ts";
import { createMailer } from "./providers/mailer.ts";
import { createStores } from "./providers/stores.ts";
import { Admission } from "./runtime/admission.ts";
import { createBackground } from "./runtime/background.ts";
import { createLog, type Log, onceATurn } from "./runtime/log.ts";
import { version } from "./runtime/version.ts";
import { cannotOpen } from "./storage/cannot-open.ts";
import { lockForServing } from "./storage/data-directory.ts";
import { isTrustedPeer } from "./wire/client-ip.ts";
import type { Lock, Place } from "./workers/place.ts";
import { shareOf } from "./workers/share.ts";

export type LocalApp = App & { close: () => Promise<void> };

const HASH_WAIT_MS = 700;

/** The data directory and its database, beside a running server or on their own. */
export async function openLocal(
  config: Config,
  { mayCreate, write = toStandardError }: { mayCreate: boolean; write?: (line: string) => void },
): Promise<LocalApp> {
  const log = createLog(config, Date.now, write);
  const storage = await openStorage(config, log, { mayCreate });
  return { ...assemble(config, log, storage, undefined), close: storage.close };
}

/** Replaces the data of an instance by a backup. */
export function restoreInstance(
  { backupDir, databaseUrl, dataDir, masterKeyFile, storeOrigins }: Config,
  options: Pick<RestoreOptions, "archive" | "erasures" | "force" | "keepErased" | "revokeSessions"> &
    Pick<RestoreOptions, "onProgress" | "signal">,
): Promise<Restored> {
  const monotonicMs = (): number => performance.now();
  return restoreBackup({
    ...{ ...options, backupDir, databaseUrl, dataDir, masterKeyFile },
    stores: createStores(storeOrigins, { clock: Date.now, monotonicMs }),
    clock: Date.now,
    newId: () => newUuidV7(Date.now()),
  });
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
  acceptor: undefined,
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
  const { maxConnectionAgeMs: maxAgeMs } = config;
  const admission = { maxConnections, maxAgeMs, isProxy, acceptor: place.acceptor };
  const ports = await openPorts(portPlans(config), admission, (error, { address, setting }) =>
    cannotListen(error, address, setting),
  );
  const lines = onceATurn((text) => void process.stderr.write(text));
  process.once("exit", lines.flush);
  const log = createLog(config, Date.now, lines.write, place.logFacts);
  let metrics: MetricsPlace | undefined;
  try {
    metrics = await place.openMetrics(config);
    const https = await openHttps(config, ports, log);
    const storage = await openStorage(config, log, { mayCreate: true, servingAt: place });
    try {
      const assembled = assemble(config, log, storage, https, place);
      const jobs = createScheduler(assembled);
      const app: App = {
        ...assembled,
        wakeMailJob: () => jobs.wake("mail"),
        wakeInboxJob: () => jobs.wake("billing-inbox"),
      };
      const service = createService(app, config);
      const running = { port: ports.port, hasAdmin: await hasAdmin(app) };
      app.metrics.registry.gauge("svc_connections", "Connections that are open.", ports.connections);
      await remindOfUpgrade(app);
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
          await app.background.end();
          await app.refreshCounter.flush();
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
  const background = createBackground(log);
  return {
    admission: new Admission(),
    associationFiles: createAssociationFiles({ origin: undefined }),
    background,
    backupSchedule: backupSchedule(config),
    baseUrl: config.baseUrl,
    version,
    clock: Date.now,
    configuredSmtp: config.smtp,
    db,
    dummyHashes: createDummyHashes(facts),
    https,
    identityProviders: createIdentityProviders(config.providerOrigins, monotonicMs),
    stores: createStores(config.storeOrigins, { clock: Date.now, monotonicMs }),
    ledgerFolders: [config.dataDir, ...(config.backupDir === undefined ? [] : [config.backupDir])],
    log,
    lookUpTxt: createTxtLookup(),
    mailer: createMailer(config.baseUrl, (text) => void process.stderr.write(text)),
    metrics: createMetrics(),
    refreshCounter: createRefreshCounter({ background, clock: Date.now, db }),
    rateLimits: createRateLimiter(config.rateLimits, facts, { hasReplicas, monotonicMs }),
    newId: () => newUuidV7(Date.now()),
    passwords: createPasswordHasher({ queue }),
    secretBox,
    signer: createSigner(secretBox),
    wakeMailJob: () => {},
    wakeInboxJob: () => {},
    upgrade: watchUpgrade(),
    untrustedProxies: watchUntrustedProxies({ clock: Date.now, log }),
    takeSnapshot,
  };
}

async function remindOfUpgrade(app: App): Promise<void> {
  if (await app.upgrade.isFinished(app)) return;
  app.log(
    "warn",
    "the upgrade is not finished: once all replicas run this version, run svc migrate --finish",
  );
}

function backupSchedule({ backupDir, backupIntervalMs, backupKeep }: Config): App["backupSchedule"] {
  return backupDir === undefined
    ? undefined
    : { folder: backupDir, intervalMs: backupIntervalMs, keep: backupKeep };
}
