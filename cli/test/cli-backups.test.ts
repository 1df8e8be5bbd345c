import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { claimMasterKey } from "../../server/src/domain/instance/claim-master-key.ts";
import { engines } from "../../server/src/testing/engines.ts";
import { TestApp } from "../../server/src/testing/test-app.ts";
import { RemoteCli } from "./remote-cli.ts";

let home: string;
let folder: string;
let t: TestApp;
let cli: RemoteCli;
let env: Record<string, string>;

beforeAll(async () => {
  home = mkdtempSync(join(inject("scratch"), "cli-backups-"));
  folder = join(home, "backups");
  t = await TestApp.open(engines[0] ?? expect.fail("no engine"), {
    backups: { folder, intervalMs: 3_600_000, keep: 3 },
  });
  await claimMasterKey(t.app);
  cli = new RemoteCli();
  env = { SVC_URL: t.url, SVC_TOKEN: (await t.addAdmin()).token };
});
afterAll(async () => {
  cli.close();
  await t.close();
  rmSync(home, { recursive: true, force: true });
});

const backup = (verb: string) => cli.run(["instance", "backup", verb], { env });

test("a backup is started, and then listed with the time of the next one", async () => {
  expect(await backup("list")).toEqual({
    code: 0,
    stdout: "",
    stderr: `no backups in ${folder}\nnext backup: 2030-01-01T00:00:00Z\n`,
  });
  expect(await backup("now")).toMatchObject({ code: 0, stdout: "" });
  await t.app.background.idle();
  const { stdout, stderr } = await backup("list");
  expect(stdout).toMatch(/^svc-backup-20300101T000000Z\.tar\.gz\t2030-01-01T00:00:00Z\t\d{4,}\n?$/);
  expect(stderr).toMatch(/^next backup: 2030-01-01T01:0\d:\d\d(\.\d+)?Z\n$/);
});

test("with --json both print the messages of the contract", async () => {
  t.advance(1000);
  const now = await cli.run(["instance", "backup", "now", "--json"], { env });
  expect(JSON.parse(now.stdout)).toEqual({});
  await t.app.background.idle();
  const list = await cli.run(["instance", "backup", "list", "--json"], { env });
  expect(JSON.parse(list.stdout)).toMatchObject({
    directory: folder,
    backups: [
      { name: "svc-backup-20300101T000001Z.tar.gz", createdAt: "2030-01-01T00:00:01Z" },
      { name: "svc-backup-20300101T000000Z.tar.gz" },
    ],
    status: { intervalSeconds: "3600" },
  });
});

test("without a backup directory the commands say how to get one", async () => {
  const without = await TestApp.open(engines[0] ?? expect.fail("no engine"));
  const its = { SVC_URL: without.url, SVC_TOKEN: (await without.addAdmin()).token };
  expect(await cli.run(["instance", "backup", "list"], { env: its })).toMatchObject({
    code: 0,
    stderr: "the server writes no backups; start it with --backup-dir to turn them on\n",
  });
  expect(await cli.failure(["instance", "backup", "now"], its)).toMatchObject({
    hint: "svc backup --to <file> on the server's machine needs no such directory",
  });
  await without.close();
});
