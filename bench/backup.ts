import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { openForBackup } from "../server/src/compose/open-storage.ts";
import { type LocalApp, openLocal, restoreInstance } from "../server/src/compose.ts";
import { type Config, loadConfig } from "../server/src/config/load-config.ts";
import { systemActor } from "../server/src/domain/analytics/record-event.ts";
import { writeBackup } from "../server/src/domain/backups/write-backup.ts";
import { createProject } from "../server/src/domain/projects/create-project.ts";
import { startPostgres } from "../server/src/testing/postgres.ts";
import type { Figure, Section } from "./figure.ts";
import { addUsers } from "./many-users.ts";

const USERS = 100_000;
const QUICK_USERS = 5_000;
const MEGABYTE = 1_000_000;
const MS_PER_S = 1000;

/** Backup and restore, beside what `tar` and `gzip` take for the same data directory. */
export const backup: Section = {
  about: "backup and restore of users with a password and a session each",
  async run({ isQuick, users = isQuick ? QUICK_USERS : USERS }) {
    const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
    const server = await startPostgres();
    try {
      const sqlite = await measure("SQLite", folder, users, ["", ""]);
      const databases = await emptyDatabases(server.url);
      const postgres = await measure("PostgreSQL", folder, users, databases);
      return [{ name: "users", value: users, unit: "rows" }, ...sqlite, ...postgres];
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

async function measure(
  engine: string,
  folder: string,
  users: number,
  [here, there]: Places,
): Promise<Figure[]> {
  const home = join(folder, engine);
  mkdirSync(home);
  const config = (name: string, url: string): Config =>
    loadConfig({ flags: {}, env: { SVC_DATA_DIR: join(home, name), SVC_DATABASE_URL: url }, cwd: home });
  const app = await openLocal(config("here", here), { mayCreate: true });
  await fill(app, users);
  await app.close();

  const archive = join(home, "backup.tar.gz");
  const source = await openForBackup(config("here", here));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const [written, backupS] = await timed(() => writeBackup(source, { to: archive }));
  delay.disable();
  await source.close();
  const as = { archive, erasures: [], force: false, keepErased: false, revokeSessions: false };
  const [, restoreS] = await timed(() => restoreInstance(config("there", there), as));
  const limit = here === "" ? { limit: tarSeconds(home), limitIs: "tar and gzip -3" } : {};
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

async function fill(app: LocalApp, users: number): Promise<void> {
  const { project } = await createProject(app, systemActor, { name: "Bench", slug: "" });
  await addUsers(app, project.id, [0, users], {
    passwordHash: () => `$argon2id$v=19$m=19456,t=2,p=1$${text(16)}$${text(32)}`,
    tokenHash: () => text(32),
  });
}

function text(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}
