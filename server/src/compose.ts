import { availableParallelism } from "node:os";
import type { App } from "./app.ts";
import type { Config } from "./config/load-config.ts";
import { createPasswordHasher } from "./crypto/passwords.ts";
import { createSecretBox, type SecretBox } from "./crypto/secret-box.ts";
import { newUuidV7 } from "./crypto/uuid-v7.ts";
import { createWorkQueue } from "./crypto/work-queue.ts";
import { claimMasterKey, refuseOtherKey } from "./domain/instance/claim-master-key.ts";
import { createRateLimiter } from "./domain/rate-limits/rate-limiter.ts";
import { createSigner } from "./domain/signing-keys/signer.ts";
import { AppError, OperatorError } from "./errors.ts";
import { createLog, type Log } from "./log.ts";
import { createMailer } from "./providers/mailer.ts";
import { type DataDirectory, inspectDataDirectory, lockForServing } from "./storage/data-directory.ts";
import type { Db } from "./storage/db.ts";
import { findMasterKeyId } from "./storage/instance-settings.ts";
import { DatabaseFromTheFutureError, migrate, refuseFuture } from "./storage/migrate.ts";
import { openDatabase, peekInto } from "./storage/open.ts";
import { version } from "./version.ts";

export type LocalApp = App & { close: () => Promise<void> };

const HASHES_WAITING = 64;
const HASH_WAIT_MS = 2_000;

/** The data directory and its database, beside a running server or on their own. */
export async function openLocal(config: Config): Promise<LocalApp> {
  const log = createLog(config.logFormat, Date.now, (line) => void process.stderr.write(line));
  const { db, secretBox, close } = await openStorage(config, log, { forServing: false });
  return { ...assemble(config, log, db, secretBox), close };
}

export type RunningServer = { port: number; hasAdmin: boolean; stop: () => Promise<void> };

/** Binds the port first: a start that cannot succeed must leave nothing behind on disk. */
export async function startServer(config: Config): Promise<RunningServer> {
  const [{ createListener }, { createService }, { hasAdmin }, { createScheduler }, { serverJobs }] =
    await Promise.all([
      import("./http/listener.ts"),
      import("./service.ts"),
      import("./domain/admins/has-admin.ts"),
      import("./jobs/scheduler.ts"),
      import("./jobs/server-jobs.ts"),
    ]);
  const listener = createListener();
  const port = await listener.listen(config.addr).catch((error: unknown) => {
    throw cannotListen(error, config);
  });
  const log = createLog(config.logFormat, Date.now, (line) => void process.stderr.write(line));
  try {
    const storage = await openStorage(config, log, { forServing: true });
    try {
      const assembled = assemble(config, log, storage.db, storage.secretBox);
      const jobs = createScheduler(assembled);
      const app: App = { ...assembled, mailIsWaiting: () => jobs.wake("mail") };
      const service = createService(app, config);
      const running = { port, hasAdmin: await hasAdmin(app) };
      listener.serve(service.handle);
      jobs.start(serverJobs(app));
      return {
        ...running,
        async stop() {
          service.beginDrain();
          await Promise.all([listener.drain(), jobs.stop(), app.mailer.close()]);
          await storage.close();
        },
      };
    } catch (error) {
      await storage.close();
      throw error;
    }
  } catch (error) {
    listener.abandon();
    throw error;
  }
}

function assemble(config: Config, log: Log, db: Db, secretBox: SecretBox): App {
  const queue = createWorkQueue({
    running: availableParallelism() + 1,
    waiting: HASHES_WAITING,
    maxWaitMs: HASH_WAIT_MS,
  });
  const hasReplicas = config.databaseUrl !== undefined;
  const monotonicMs = (): number => performance.now();
  return {
    baseUrl: config.baseUrl,
    version,
    clock: Date.now,
    configuredSmtp: config.smtp,
    db,
    log,
    mailer: createMailer(config.baseUrl, (text) => void process.stderr.write(text)),
    rateLimits: createRateLimiter(
      config.rateLimits,
      { clock: Date.now, db, log },
      { hasReplicas, monotonicMs },
    ),
    newId: () => newUuidV7(Date.now()),
    passwords: createPasswordHasher({ queue }),
    secretBox,
    signer: createSigner(secretBox),
    mailIsWaiting: () => {},
  };
}

type Storage = { db: Db; secretBox: SecretBox; close: () => Promise<void> };

/** Everything that can be refused is looked at before anything is written. */
async function openStorage(
  config: Config,
  log: Log,
  { forServing }: { forServing: boolean },
): Promise<Storage> {
  const closers: Array<() => unknown> = [];
  const close = async (): Promise<void> => {
    for (const undo of closers.splice(0).reverse()) await undo();
  };
  try {
    const remote = config.databaseUrl === undefined ? undefined : connect(config.databaseUrl, log);
    if (remote) closers.push(() => remote.destroy());
    const directory = await openDirectory(config, remote);
    closers.push(directory.abandon);
    if (forServing) closers.push(lockForServing(directory.path).release);
    const db = remote ?? openDatabase({ kind: "sqlite", file: directory.databaseFile });
    if (!remote) closers.push(() => db.destroy());
    const secretBox = createSecretBox(directory.masterKey);
    if (!remote) await migrate(db, Date.now());
    await claimMasterKey({ clock: Date.now, db, secretBox });
    directory.finish();
    return { db, secretBox, close };
  } catch (error) {
    await close();
    throw operatorError(error, config);
  }
}

async function openDirectory(config: Config, remote: Db | undefined): Promise<DataDirectory> {
  const remoteKeyId = remote && (await lookRemotely(remote));
  const found = inspectDataDirectory({
    path: config.dataDir,
    masterKeyFile: config.masterKeyFile,
    holdsDatabase: remote === undefined,
    mayCreateKey: remoteKeyId === undefined,
  });
  const keyId = found.databaseFile === undefined ? remoteKeyId : await peekInto(found.databaseFile, look);
  if (found.masterKey) refuseOtherKey({ secretBox: createSecretBox(found.masterKey) }, keyId);
  // Before the key is made: a database that cannot be migrated leaves no directory behind.
  if (remote) await migrate(remote, Date.now());
  return found.open();
}

/** Which key the database was made with, if any. Changes nothing. */
async function look(db: Db): Promise<string | undefined> {
  await refuseFuture(db);
  return findMasterKeyId(db);
}

function connect(url: string, log: Log): Db {
  const onIdleError = (error: Error): void =>
    log("warn", "database connection lost", { detail: error.message });
  return openDatabase({ kind: "postgres", url, onIdleError });
}

async function lookRemotely(db: Db): Promise<string | undefined> {
  try {
    return await look(db);
  } catch (error) {
    if (error instanceof DatabaseFromTheFutureError) throw error;
    if (OTHER_TABLES.has((error as { code?: string }).code ?? "")) throw error;
    const why = error instanceof AppError ? error.detail : (error as Error).message;
    throw new OperatorError(
      `cannot reach PostgreSQL: ${why}`,
      "check --database-url and that the server accepts it",
    );
  }
}

const DAMAGED = new Set([11, 26]); // SQLITE_CORRUPT, SQLITE_NOTADB
const UNUSABLE = new Set([8, 10, 13, 14]); // SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN
const UNUSABLE_FILE = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC", "ENOTDIR", "ELOOP", "ENAMETOOLONG"]);
const OTHER_TABLES = new Set(["42P07", "42703", "42P01"]); // a table is there already, or has other columns

function operatorError(error: unknown, config: Config): unknown {
  if (error instanceof DatabaseFromTheFutureError) {
    return new OperatorError(error.message, `run a newer svc on it; this is ${version}`);
  }
  const { errcode = 0, code = "" } = error as { errcode?: number; code?: string };
  if (DAMAGED.has(errcode & 0xff)) {
    return new OperatorError(
      `the database in ${config.dataDir} is damaged`,
      "put a copy of the data directory back",
    );
  }
  if (UNUSABLE.has(errcode & 0xff) || UNUSABLE_FILE.has(code)) {
    return new OperatorError(
      `cannot use ${config.dataDir}: ${(error as Error).message}`,
      "check its owner, mode and free space",
    );
  }
  if (OTHER_TABLES.has(code)) {
    return new OperatorError(
      `the PostgreSQL database holds another program's tables: ${(error as Error).message}`,
      "create an empty database for svc and name it in --database-url",
    );
  }
  return error;
}

function cannotListen(error: unknown, { addr }: Config): unknown {
  const { code } = error as { code?: string };
  if (code === "EADDRINUSE") {
    return new OperatorError(
      `port ${addr.port} is in use`,
      "stop what listens there, or choose another with --addr :PORT",
    );
  }
  if (code === "EACCES")
    return new OperatorError(`not allowed to listen on port ${addr.port}`, "choose a port above 1023");
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new OperatorError(`${addr.host} is not an address of this machine`, "choose another with --addr");
  }
  return error;
}
