import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSecretBox } from "../../server/src/crypto/secret-box.ts";
import { claimMasterKey } from "../../server/src/domain/instance/claim-master-key.ts";
import { findLastMigration } from "../../server/src/storage/finished-upgrade.ts";
import { LAST_RELEASED, migrate, migrations } from "../../server/src/storage/migrate.ts";
import { openDatabase } from "../../server/src/storage/open.ts";
import { newPostgresDatabase } from "../../server/src/testing/engines.ts";
import { leaveUpgradeUnfinished } from "../../server/src/testing/unfinished-upgrade.ts";
import { Cli } from "./cli-runner.ts";

const EMAIL = "root@example.com";

let cli: Cli;
beforeAll(() => {
  cli = new Cli();
});
afterAll(() => cli.close());

/** A database that version 0.1 served before: its upgrade is not finished. */
async function upgraded(): Promise<string> {
  const url = await newPostgresDatabase();
  const created = ["admin", "create", "--email", EMAIL, "--database-url", url];
  expect((await cli.run(created)).code).toBe(0);
  const db = openDatabase({ kind: "postgres", url });
  await leaveUpgradeUnfinished(db);
  await db.destroy();
  return url;
}

test("on SQLite there is nothing to finish", async () => {
  expect((await cli.run(["admin", "create", "--email", EMAIL])).code).toBe(0);
  const { code, stdout } = await cli.run(["migrate", "--json"]);
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, engine: "sqlite", finished: true });
});

test("without a data directory it fails with a hint and creates none", async () => {
  const { code, stderr } = await cli.run(["migrate", "--data-dir", "nowhere"]);
  expect(code).not.toBe(0);
  expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(2);
});

test("on PostgreSQL it says that the upgrade is not finished, and finishes it with --finish", async () => {
  const url = await upgraded();
  const at = ["--database-url", url];
  expect((await cli.run(["migrate", ...at])).stderr).toContain("run svc migrate --finish");
  expect(JSON.parse((await cli.run(["migrate", "--json", ...at])).stdout)).toMatchObject({
    engine: "postgres",
    finished: false,
  });
  expect((await cli.run(["migrate", "--finish", ...at])).stderr).not.toContain("not finished");
  const finished = JSON.parse((await cli.run(["migrate", "--json", ...at])).stdout);
  expect(finished).toMatchObject({ finished: true, migration: migrations.at(-1)?.name });
});

test("--plan shows what would run and what it locks, and changes nothing", async () => {
  const url = await newPostgresDatabase();
  const at = ["--data-dir", cli.path("planned"), "--database-url", url];
  const db = openDatabase({ kind: "postgres", url });
  const released = migrations.filter(({ name }) => name <= LAST_RELEASED);
  await migrate(db, 0, released);
  const key = randomBytes(32);
  mkdirSync(cli.path("planned", "keys"), { recursive: true, mode: 0o700 });
  writeFileSync(cli.path("planned", "keys", "master.key"), key, { mode: 0o600 });
  await claimMasterKey({ clock: Date.now, db, secretBox: createSecretBox(key) });

  const { code, stdout, stderr } = await cli.run(["migrate", "--plan", ...at]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "nothing was changed\n" });
  expect(stdout).toContain("svc migrate: 0023-session-tokens\n  locks for a moment: migrations, sessions\n");
  expect(stdout).toContain("  builds the index sessions_by_locator while calls go on\n");
  expect(stdout).toContain("svc migrate --finish: alter table users drop column if exists last_active_at");
  expect(await findLastMigration(db)).toBe(LAST_RELEASED);

  await cli.run(["migrate", ...at]);
  await cli.run(["migrate", "--finish", ...at]);
  expect(JSON.parse((await cli.run(["migrate", "--plan", "--json", ...at])).stdout)).toEqual({
    ...{ engine: "postgres", pending: [], finish: [] },
  });
  await db.destroy();
});

test("--plan and --finish are not used together", async () => {
  expect(await cli.failure(["migrate", "--plan", "--finish"])).toMatchObject({ code: 2 });
});
