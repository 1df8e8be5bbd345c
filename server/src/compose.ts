import { availableParallelism } from "node:os";
import type { App } from "./app.ts";
import type { Config } from "./config/load-config.ts";
import { createPasswordHasher } from "./crypto/passwords.ts";
import { createSecretBox, type SecretBox } from "./crypto/secret-box.ts";
import { newUuidV7 } from "./crypto/uuid-v7.ts";
import { createWorkQueue } from "./crypto/work-queue.ts";
import { claimMasterKey, refuseOtherKey } from "./domain/instance/claim-master-key.ts";
import { createSigner } from "./domain/signing-keys/signer.ts";
import { AppError, OperatorError } from "./errors.ts";
import { createLog, type Log } from "./log.ts";
import { type DataDirectory, lockForServing, openDataDirectory } from "./storage/data-directory.ts";
import type { Db } from "./storage/db.ts";
import { findMasterKeyId } from "./storage/instance-settings.ts";
import { DatabaseFromTheFutureError, migrate } from "./storage/migrate.ts";
import { openDatabase } from "./storage/open.ts";
import { version } from "./version.ts";

export type LocalApp = App & { close: () => Promise<void> };

const HASHES_WAITING = 64;
const HASH_WAIT_MS = 2_000;

/** The data directory and its database, beside a running server or on their own. */
export async function openLocal(config: Config): Promise<LocalApp> {
  const log = createLog(config.logFormat, Date.now, (line) => void process.stderr.write(line));
  const { db, secretBox } = await openStorage(config, log);
  return { ...assemble(config, log, db, secretBox), close: () => db.destroy() };
}

export type RunningServer = { port: number; hasAdmin: boolean; stop: () => Promise<void> };

/** Binds the port first: a start that cannot succeed must leave nothing behind on disk. */
export async function startServer(config: Config): Promise<RunningServer> {
  const [{ createListener }, { createService }, { hasAdmin }] = await Promise.all([
    import("./http/listener.ts"),
    import("./service.ts"),
    import("./domain/admins/has-admin.ts"),
  ]);
  const listener = createListener();
  const port = await listener.listen(config.addr).catch((error: unknown) => {
    throw cannotListen(error, config);
  });
  try {
    const log = createLog(config.logFormat, Date.now, (line) => void process.stderr.write(line));
    const { db, secretBox, directory } = await openStorage(config, log);
    const lock = lockForServing(directory.path);
    const app = assemble(config, log, db, secretBox);
    const service = createService(app, config);
    listener.serve(service.handle);
    return {
      port,
      hasAdmin: await hasAdmin(app),
      async stop() {
        service.beginDrain();
        await listener.drain();
        await db.destroy();
        lock.release();
      },
    };
  } catch (error) {
    listener.abandon();
    throw error;
  }
}

function assemble(config: Config, log: Log, db: Db, secretBox: SecretBox): App {
  const queue = createWorkQueue({
    running: availableParallelism(),
    waiting: HASHES_WAITING,
    maxWaitMs: HASH_WAIT_MS,
  });
  return {
    baseUrl: config.baseUrl,
    version,
    clock: Date.now,
    db,
    log,
    newId: () => newUuidV7(Date.now()),
    passwords: createPasswordHasher({ queue }),
    secretBox,
    signer: createSigner(secretBox),
    mailIsWaiting: () => {},
  };
}

type Storage = { db: Db; secretBox: SecretBox; directory: DataDirectory };

/** In an order that touches the disk only after everything that can be refused has been looked at. */
async function openStorage(config: Config, log: Log): Promise<Storage> {
  const remote = config.databaseUrl === undefined ? undefined : await connect(config.databaseUrl, log);
  let db = remote?.db;
  try {
    const directory = openDataDirectory({
      path: config.dataDir,
      masterKeyFile: config.masterKeyFile,
      holdsDatabase: remote === undefined,
      mayCreateKey: remote?.masterKeyId === undefined,
    });
    db ??= openDatabase({ kind: "sqlite", file: directory.databaseFile });
    const secretBox = createSecretBox(directory.masterKey);
    refuseOtherKey({ secretBox }, remote ? remote.masterKeyId : await findMasterKeyId(db));
    await migrate(db, Date.now());
    await claimMasterKey({ clock: Date.now, db, secretBox });
    directory.finish();
    return { db, secretBox, directory };
  } catch (error) {
    await db?.destroy();
    throw operatorError(error, config);
  }
}

async function connect(url: string, log: Log): Promise<{ db: Db; masterKeyId: string | undefined }> {
  const onIdleError = (error: Error): void =>
    log("warn", "database connection lost", { detail: error.message });
  const db = openDatabase({ kind: "postgres", url, onIdleError });
  try {
    return { db, masterKeyId: await findMasterKeyId(db) };
  } catch (error) {
    await db.destroy();
    const why = error instanceof AppError ? error.detail : (error as Error).message;
    throw new OperatorError(
      `cannot reach PostgreSQL: ${why}`,
      "check --database-url and that the server accepts it",
    );
  }
}

function operatorError(error: unknown, config: Config): unknown {
  if (error instanceof DatabaseFromTheFutureError) {
    return new OperatorError(error.message, `run a newer svc on ${config.dataDir}; this is ${version}`);
  }
  const { errcode, code } = error as { errcode?: number; code?: string };
  if (errcode === 11 || errcode === 26) {
    return new OperatorError(
      `the database in ${config.dataDir} is damaged`,
      "restore a backup with `svc restore`",
    );
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS" || code === "ENOSPC") {
    return new OperatorError(
      `cannot use ${config.dataDir}: ${(error as Error).message}`,
      "check its owner, mode and free space",
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
