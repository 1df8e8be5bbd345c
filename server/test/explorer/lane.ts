import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import type { App } from "../../src/app.ts";
import { createSecretBox } from "../../src/crypto/secret-box.ts";
import { createUuidV7 } from "../../src/crypto/uuid-v7.ts";
import { watchUpgrade } from "../../src/domain/instance/upgrade.ts";
import type { Mailer } from "../../src/domain/mail/mailer.ts";
import type { RateLimiter } from "../../src/domain/rate-limits/rate-limiter.ts";
import { takeFromTable } from "../../src/domain/rate-limits/table-counters.ts";
import { createDummyHashes } from "../../src/domain/sessions/create-dummy-hashes.ts";
import { createSigner } from "../../src/domain/signing-keys/create-signer.ts";
import { createMetrics } from "../../src/metrics/metrics.ts";
import { createStores } from "../../src/providers/stores.ts";
import { Admission } from "../../src/runtime/admission.ts";
import { createBackground } from "../../src/runtime/background.ts";
import type { DatabaseLocation } from "../../src/storage/open.ts";
import type { Engine } from "../../src/testing/engines.ts";
import { type Actor, step } from "./actor.ts";
import { fastHasher } from "./fast-hasher.ts";
import { openPausingDatabase } from "./pausing-database.ts";
import { providerStandIns } from "./provider-stand-in.ts";

/** A database of its own, in which schedules run one after another, and an App that pauses. */
export type Lane = Readonly<{
  kind: Engine["kind"];
  app: App;
  advance: (ms: number) => void;
  /** Of the schedule that runs: told when a side is about to wait for SQLite's one writer. */
  waits: { beforeWriting: (actor: Actor) => void };
  /** Whether a connection of this database waits for another one's lock. */
  isBlocked: () => Promise<boolean>;
  close: () => Promise<void>;
}>;

const mailer: Mailer = {
  send: () => step("send mail", async () => ({ kind: "accepted", answer: "250 kept" })),
  close: async () => {},
};

const START = Date.parse("2030-01-01T00:00:00Z");
const DOWN = "http://127.0.0.1:9";
const ENOUGH = { by: "window", limit: 1_000_000, windowMs: 1 } as const;

const rateLimits: RateLimiter = {
  take: () => step("take rate limit", async () => ({ isAllowed: true })),
  // A query of the transaction, and so a step by itself.
  takeIn: (db, name, subject) => takeFromTable(db, `${name}:${subject}`, ENOUGH, START),
  attempt: () => step("take rate limit", async () => async () => {}),
  pending: () => undefined,
  clear: () => step("clear rate limit", async () => {}),
  pausedUntil: async () => undefined,
};

/** Without a listener: schedules call use cases, each with the steps of its guard before it. */
export async function openLane(engine: Engine): Promise<Lane> {
  const { database, remove } = await createDatabase(engine);
  const waits: Lane["waits"] = { beforeWriting: () => {} };
  // Each look is a millisecond later, so that what happens after something else also has a later time.
  let now = START;
  const clock = (): number => {
    now += 1;
    return now;
  };
  const db = openPausingDatabase(database, (actor) => waits.beforeWriting(actor));
  const secretBox = createSecretBox(new Uint8Array(32).fill(7));
  const newId = createUuidV7();
  const app: App = {
    admission: new Admission(),
    associationFiles: { fetch: () => Promise.reject(new Error("no schedule checks passkeys")) },
    background: createBackground(() => {}),
    backupSchedule: undefined,
    baseUrl: "https://auth.example.com",
    clock,
    configuredSmtp: undefined,
    db,
    ledgerFolders: [],
    dummyHashes: createDummyHashes({ clock, db, secretBox }),
    https: undefined,
    identityProviders: providerStandIns,
    log: () => {},
    lookUpTxt: async () => [],
    mailer,
    wakeMailJob: () => {},
    metrics: createMetrics(),
    newId: () => newId(now),
    wakeInboxJob: () => {},
    passwords: fastHasher,
    rateLimits,
    refreshCounter: { add: () => {}, flush: async () => {} },
    secretBox,
    signer: createSigner(secretBox),
    stores: createStores(
      { appStore: DOWN, appStoreRoot: undefined, playStore: DOWN, stripe: DOWN },
      { clock, monotonicMs: clock },
    ),
    upgrade: watchUpgrade(),
    untrustedProxies: { record: () => {}, busiest: () => undefined },
    takeSnapshot: () => Promise.reject(new Error("no schedule takes a snapshot")),
    version: "0.0.0-test",
  };
  const watch = await openLockWatch(database);
  return {
    kind: engine.kind,
    app,
    waits,
    advance: (ms) => {
      now += ms;
    },
    isBlocked: watch.isBlocked,
    async close() {
      await watch.close();
      await db.destroy();
      remove();
    },
  };
}

const MEMORY = "/dev/shm";

/** In memory where that is possible: a schedule commits a dozen times, and nothing here is about the disk. */
async function createDatabase(engine: Engine): Promise<{ database: DatabaseLocation; remove: () => void }> {
  if (engine.kind === "postgres" || !existsSync(MEMORY)) {
    return { database: await engine.create(), remove: () => {} };
  }
  const folder = mkdtempSync(join(MEMORY, "svc-explorer-"));
  const file = join(folder, "svc.db");
  copyFileSync(join(inject("scratch"), "template.db"), file);
  return {
    database: { kind: "sqlite", file },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

type LockWatch = Pick<Lane, "close" | "isBlocked">;

async function openLockWatch(location: DatabaseLocation): Promise<LockWatch> {
  if (location.kind === "sqlite") return { isBlocked: async () => false, close: async () => {} };
  const client = new pg.Client(location.url);
  await client.connect();
  return {
    async isBlocked() {
      const { rowCount } = await client.query(`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
          and cardinality(pg_blocking_pids(pid)) > 0`);
      return (rowCount ?? 0) > 0;
    },
    close: () => client.end(),
  };
}
