import { afterAll, beforeAll, expect, test } from "vitest";
import { runUserJobs } from "../../server/src/domain/user-jobs/run-user-jobs.ts";
import { engines } from "../../server/src/testing/engines.ts";
import { insertManyUsers } from "../../server/src/testing/many-users.ts";
import { TestApp } from "../../server/src/testing/test-app.ts";
import { AppCli } from "./app-cli.ts";

let t: TestApp;
let cli: AppCli;
beforeAll(async () => {
  const [engine] = engines;
  if (!engine) throw new Error("no engine");
  t = await TestApp.open(engine, { rateLimits: "off" });
  const { project } = await t.addProject("Acme");
  const { token } = await t.addAdmin();
  cli = new AppCli(t, token);
  const userOf = (n: number) => ({
    email: `u${n}@example.com`,
    createdAt: n,
    displayName: n === 0 ? '=HYPERLINK("x"),1' : `User ${n}`,
  });
  await insertManyUsers(
    t.app,
    project,
    Array.from({ length: 210 }, (_, n) => userOf(n)),
  );
});
afterAll(async () => {
  cli.close();
  await t.close();
});

const acme = ["--project", "acme"];

test("user count counts those that match", async () => {
  expect(await cli.text("user", "count", ...acme)).toBe("210");
  expect(await cli.text("user", "count", "--query", "u20", ...acme)).toBe("11");
  expect(JSON.parse(await cli.text("user", "count", "--disabled", ...acme, "--json"))).toEqual({
    users: 0,
    more: false,
  });
});

test("user list --csv prints everybody, and no cell that a spreadsheet would run", async () => {
  const csv = await cli.text("user", "list", "--csv", "--order", "oldest", ...acme);
  const lines = csv.trimEnd().split("\n");
  expect(lines).toHaveLength(211);
  expect(lines[0]).toBe("id,email,email_verified,name,state,signs_in_with,created,last_sign_in");
  expect(lines[1]).toContain(`,u0@example.com,no,"'=HYPERLINK(""x""),1",`);
  expect(lines[2]).toContain(",u1@example.com,no,User 1,");
  expect((await cli.run(["user", "list", "--csv", "--json", ...acme])).code).toBe(2);
});

test("user bulk starts a job, shows it and cancels it", async () => {
  const start = ["user", "bulk", "start"];
  expect((await cli.run([...start, "disable", "--query", "u1", ...acme])).stderr).toContain("--yes");
  expect((await cli.run([...start, "praise", ...acme, "--yes"])).stderr).toContain("disable, enable");
  const id = (await cli.text(...start, "disable", "--query", "u20", ...acme, "--yes")).trim();
  const second = await cli.run([...start, "enable", ...acme, "--yes"]);
  expect(second.stderr).toContain("svc user bulk cancel");
  await runUserJobs(t.app);
  expect(await cli.text("user", "bulk", "get", id, ...acme)).toMatch(/state\tdone\n[\s\S]*changed\t11/);
  expect(await cli.text("user", "count", "--disabled", ...acme)).toBe("11");
  const answer = JSON.parse(await cli.text(...start, "enable", ...acme, "--yes", "--json"));
  const canceled = await cli.text("user", "bulk", "cancel", answer.job.id, ...acme);
  expect(canceled).toMatch(/state\tcanceled/);
  expect((await cli.text("user", "bulk", "list", ...acme)).trim().split("\n")).toHaveLength(2);
});

test("user note adds, lists and deletes notes", async () => {
  const note = (...words: string[]) => cli.run(["user", "note", ...words, ...acme]);
  await note("add", "u1@example.com", "Called about the invoice.");
  const { stdout } = await note("list", "u1@example.com");
  expect(stdout).toMatch(/\troot@example.com\tCalled about the invoice.\n$/);
  await note("delete", "u1@example.com", stdout.split("\t")[0] ?? "");
  expect((await note("list", "u1@example.com")).stderr).toBe("no notes about user u1@example.com\n");
});
