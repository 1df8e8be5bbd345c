import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, type TestContext, test } from "vitest";
import { notRun } from "../../server/src/testing/not-run.ts";
import { ShapeCheck } from "../../server/test/shape-check.ts";
import { adminRows } from "../src/remote/admin-rows.ts";
import { adminEmail, RemoteBench } from "./remote-cli.ts";

let cli: RemoteBench;
const shapes = new ShapeCheck();
const json = (...args: string[]) => shapes.json(cli, ...args);
const hasScript = spawnSync("script", ["--version"]).status === 0;

beforeAll(async () => {
  cli = await RemoteBench.open();
  await cli.logIn();
});
afterAll(() => cli.close());

const remove = (...args: string[]) => ["instance", "admin", "remove", ...args];
const invite = (...args: string[]) => ["instance", "admin", "invite", ...args];
const listed = async () =>
  (await cli.text("instance", "admin", "list")).split("\n").map((line) => line.split("\t").slice(1, 3));

test("invite mails an invitation, which the list shows and remove withdraws", async () => {
  const invited = await cli.run(invite("grace@example.com"));
  expect(invited).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f-]{36}\n$/) });
  expect(invited.stderr).toMatch(/^invited grace@example\.com as owner; the invitation expires at 20\S+Z\n$/);
  expect(await listed()).toEqual([
    [adminEmail, "administrator"],
    ["grace@example.com", "invited"],
  ]);
  const id = invited.stdout.trim();
  const { admins, invites } = await json("instance", "admin", "list");
  expect(admins).toMatchObject([{ email: adminEmail }]);
  expect(invites).toMatchObject([{ id, email: "grace@example.com", invitedBy: adminEmail }]);

  expect(await json(...remove("GRACE@example.com", "--yes"))).toEqual({
    id,
    email: "grace@example.com",
    invitation: true,
    removed: true,
  });
  expect(await listed()).toEqual([[adminEmail, "administrator"]]);
  expect(await json(...invite("grace@example.com"))).toMatchObject({
    invite: { email: "grace@example.com" },
  });
});

test("invite refuses an administrator and what is no address, and changes nothing", async () => {
  const before = await listed();
  expect(await cli.failure(invite(adminEmail))).toEqual({
    code: 6,
    message: `${adminEmail} is an administrator already`,
    hint: "svc instance admin list shows them",
  });
  expect(await cli.failure(invite("nobody\u001b[31m"))).toMatchObject({
    code: 2,
    message: expect.stringMatching(/^email /),
  });
  expect(await listed()).toEqual(before);
});

test("remove refuses the last administrator, strangers, and to act without a yes", async () => {
  expect(await cli.failure(remove(adminEmail, "--yes"))).toEqual({
    code: 6,
    message: "the last owner cannot be removed or lose that role",
    hint: "svc instance admin role <email> owner makes another one first",
  });
  expect(await cli.failure(remove("nobody@example.com", "--yes"))).toEqual({
    code: 3,
    message: 'there is no administrator and no invitation "nobody@example.com"',
    hint: "svc instance admin list shows them",
  });
  expect(await cli.failure(remove("grace@example.com"))).toMatchObject({
    code: 2,
    hint: "pass --yes to skip the confirmation",
  });
});

test("remove takes an id, and somebody who was invited and then created is an administrator only", async () => {
  await cli.text("admin", "create", "--email", "grace@example.com", "--password", "correct horse battery");
  expect(await listed()).toEqual([
    [adminEmail, "administrator"],
    ["grace@example.com", "administrator"],
  ]);
  const { stdout: id } = await cli.run(invite("joan@example.com"));
  expect(await cli.run(remove(id.trim(), "--yes"))).toMatchObject({
    code: 0,
    stderr: "withdrew the invitation of joan@example.com\n",
  });
});

test("on a terminal, removing an administrator wants the address typed", async (context: TestContext) => {
  if (!hasScript) notRun(context, "this machine has no `script` to make a terminal with");
  const wrong = cli.onTerminal(...remove("grace@example.com"));
  await wrong.answer("Type grace@example.com to confirm: ", "yes\r");
  expect(await wrong.finished).toMatchObject({
    code: 2,
    shown: expect.stringContaining("nothing was changed"),
  });
  expect(await listed()).toHaveLength(2);

  const self = cli.onTerminal(...remove(adminEmail));
  await self.answer(`Type ${adminEmail} to confirm: `, "\u0003");
  expect(await self.finished).toMatchObject({
    code: 130,
    shown: expect.stringContaining("This is your own account"),
  });
});

test("invite, role and list speak of the same roles", async () => {
  await cli.json("project", "create", "Roles");
  const invited = await json(...invite("kay@example.com", "--role", "support", "--project", "roles"));
  expect(invited).toMatchObject({ invite: { roles: [{ project: "roles", role: "ADMIN_ROLE_SUPPORT" }] } });
  expect((await cli.text("instance", "admin", "list")).split("\n").at(-1)).toMatch(
    /\tsupport of roles(\t|$)/,
  );
  await cli.text("admin", "create", "--email", "kay@example.com", "--password", "correct horse battery");
  const role = (...args: string[]) => ["instance", "admin", "role", "kay@example.com", ...args];
  expect(await json(...role("viewer", "--project", "roles"))).toMatchObject({
    admin: { email: "kay@example.com" },
  });
  expect((await cli.run(role("none"))).stderr).toBe("kay@example.com is viewer of roles now\n");
  expect((await cli.run(role("none", "--project", "roles"))).stderr).toBe(
    "kay@example.com has no role now\n",
  );
  expect(await cli.failure(role("viewer"))).toMatchObject({ code: 2, hint: "name it: --project <slug>" });
  expect(await cli.failure(role("none", "--project", ""))).toMatchObject({
    code: 2,
    message: "--project is empty",
  });
  expect(await cli.failure(invite("x@example.com", "--role", "viewer"))).toMatchObject({ code: 2 });
  expect(await cli.failure(invite("x@example.com", "--project", "roles"))).toMatchObject({ code: 2 });
});

test("who is removed is out at once, also when it is oneself", async () => {
  expect((await cli.run(remove(adminEmail, "--yes"))).stderr).toBe(`removed administrator ${adminEmail}\n`);
  expect(await cli.failure(["instance", "admin", "list"])).toMatchObject({
    code: 4,
    message: expect.stringContaining("does not accept the token"),
  });
});

test("every command of this group was run with --json", () => {
  expect(shapes.missing(adminRows)).toEqual([]);
});
