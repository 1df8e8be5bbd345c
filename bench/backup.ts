import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { type LocalApp, openForBackup, openLocal } from "../server/src/compose.ts";
import { type Config, loadConfig } from "../server/src/config/load-config.ts";
import { systemActor } from "../server/src/domain/analytics/record-event.ts";
import { restoreBackup } from "../server/src/domain/backups/restore-backup.ts";
import { writeBackup } from "../server/src/domain/backups/write-backup.ts";
import { createProject } from "../server/src/domain/projects/create-project.ts";
import { startPostgres } from "../server/src/testing/postgres.ts";
import type { Figure, Section } from "./figure.ts";

const USERS = Number(process.env.SVC_BENCH_USERS ?? 100_000);
const CHUNK = 500;
const MEGABYTE = 1_000_000;
const MS_PER_S = 1000;

/** Backup and restore, beside what `tar` and `gzip` take for the same data directory. */
export const backup: Section = {
  about: `${USERS.toLocaleString("en-US")} users, each with a password and a session`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
    const server = await startPostgres();
    try {
      const sqlite = await measure("SQLite", folder, ["", ""]);
      return [...sqlite, ...(await measure("PostgreSQL", folder, await emptyDatabases(server.url)))];
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

type Places = readonly [here: string, there: string];

async function emptyDatabases(url: (name: string) => string): Promise<Places> {
  const { default: pg } = await import("pg");
  const admin = new pg.Client(url("postgres"));
  await admin.connect();
  for (const name of ["here", "there"]) await admin.query(`create database ${name}`);
  await admin.end();
  return [url("here"), url("there")];
}

async function measure(engine: string, folder: string, [here, there]: Places): Promise<Figure[]> {
  const home = join(folder, engine);
  mkdirSync(home);
  const config = (name: string, url: string): Config =>
    loadConfig({ flags: {}, env: { SVC_DATA_DIR: join(home, name), SVC_DATABASE_URL: url }, cwd: home });
  const app = await openLocal(config("here", here));
  await fill(app);
  await app.close();

  const archive = join(home, "backup.tar.gz");
  const source = await openForBackup(config("here", here));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const [written, backupS] = await timed(() => writeBackup(source, { to: archive }));
  delay.disable();
  await source.close();
  const { dataDir, databaseUrl, masterKeyFile } = config("there", there);
  const [, restoreS] = await timed(() =>
    restoreBackup({
      ...{ archive, dataDir, databaseUrl, masterKeyFile, force: false, revokeSessions: false },
      clock: Date.now,
      newId: () => crypto.randomUUID(),
    }),
  );
  const limit = here === "" ? { limit: tarSeconds(home) } : {};
  return [
    { name: `${engine}, backup`, value: backupS, unit: "s", ...limit },
    { name: `${engine}, event loop held up meanwhile, at most`, value: delay.max / 1e6, unit: "ms" },
    { name: `${engine}, size of the archive`, value: written.size / MEGABYTE, unit: "MB" },
    { name: `${engine}, restore`, value: restoreS, unit: "s" },
  ];
}

async function timed<T>(work: () => Promise<T>): Promise<[T, seconds: number]> {
  const before = performance.now();
  const result = await work();
  return [result, (performance.now() - before) / MS_PER_S];
}

function tarSeconds(home: string): number {
  const before = performance.now();
  const { status } = spawnSync("tar", [
    "-I",
    "gzip -3",
    "-cf",
    join(home, "plain.tar.gz"),
    "-C",
    home,
    "here",
  ]);
  if (status !== 0) throw new Error("tar failed");
  return (performance.now() - before) / MS_PER_S;
}

async function fill(app: LocalApp): Promise<void> {
  const { project } = await createProject(app, systemActor, { name: "Bench", slug: "" });
  for (let at = 0; at < USERS; at += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, USERS - at) }, (_, n) =>
      rowsOf(app, project.id, at + n),
    );
    await app.db
      .insertInto("users")
      .values(rows.map(({ user }) => user))
      .execute();
    await app.db
      .insertInto("sessions")
      .values(rows.map(({ session }) => session))
      .execute();
    await app.db
      .insertInto("refreshTokens")
      .values(rows.map(({ token }) => token))
      .execute();
  }
}

function rowsOf(app: LocalApp, projectId: string, n: number) {
  const [userId, sessionId] = [app.newId(), app.newId()];
  const [now, ends] = [app.clock(), app.clock() + 86_400_000];
  const email = `user${n}@example.com`;
  const hash = `$argon2id$v=19$m=19456,t=2,p=1$${text(16)}$${text(32)}`;
  const user = {
    ...{ id: userId, projectId, email, emailVerifiedAt: null, displayName: `User ${n}`, avatarUrl: "" },
    ...{ passwordHash: hash, customClaims: "{}", searchText: `${email}\nuser ${n}`, guestSince: null },
    ...{ disabledAt: null, lastSignInAt: now, lastActiveAt: now, createdAt: now, updatedAt: now },
  };
  const session = {
    ...{ id: sessionId, projectId, userId, method: "password", ip: "192.0.2.1", userAgent: "bench" },
    ...{ createdAt: now, lastUsedAt: now, endsAt: ends, revokedAt: null, revokedReason: null },
  };
  const token = {
    ...{ hash: text(32), projectId, sessionId, createdAt: now, expiresAt: ends, consumedAt: null },
    ...{ attemptHash: null, replay: null, successorHash: null },
  };
  return { user, session, token };
}

function text(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}
