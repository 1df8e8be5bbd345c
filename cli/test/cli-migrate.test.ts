import { afterAll, beforeAll, expect, test } from "vitest";
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
  expect(finished).toMatchObject({ finished: true, migration: "0025-activity" });
});
