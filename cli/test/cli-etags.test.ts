import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engines } from "../../server/src/testing/engines.ts";
import { TestApp } from "../../server/src/testing/test-app.ts";
import { AppCli } from "./app-cli.ts";

const ADA = "ada@example.com";

let t: TestApp;
let cli: AppCli;
let token: string;
beforeAll(async () => {
  t = await TestApp.open(engines[0] ?? expect.fail(), { rateLimits: "off" });
  token = (await t.addAdmin()).token;
  cli = new AppCli(t, token);
  const { project } = await t.addProject("Demo");
  await t.addUser(project, ADA, "correct horse battery");
});
afterAll(async () => {
  cli.close();
  await t.close();
});

const read = async (...args: string[]) => Object(JSON.parse((await cli.run([...args, "--json"])).stdout));
const expectRefused = async (args: string[], input?: string): Promise<void> => {
  const { code, stdout, stderr } = await cli.run(args, { input: input ?? "" });
  expect({ code, stdout }).toEqual({ code: 6, stdout: "" });
  expect(stderr).toContain("changed in the meantime; nothing was written");
};

test("user set and user claims set write only on the version that was read", async () => {
  const named = [ADA, "--project", "demo"];
  const { etag } = (await read("user", "get", ...named)).user;
  const claims = (role: string) => ["user", "claims", "set", ADA, `{"role":"${role}"}`, "--project", "demo"];
  expect((await cli.run([...claims("banned"), "--etag", etag])).code).toBe(0);
  await expectRefused([...claims("admin"), "--etag", etag]);
  await expectRefused(["user", "set", ...named, "--display-name", "Ada", "--etag", etag]);
  expect((await read("user", "get", ...named)).user.customClaims).toEqual({ role: "banned" });
  expect((await cli.run([...claims("admin"), "--etag", ""])).code).toBe(2);
});

test("project update and the theme's commands take an etag, too", async () => {
  await expectRefused(["project", "update", "demo", "--name", "New", "--etag", "stale"]);
  for (const args of [
    ["set", "demo", "--product-name", "New"],
    ["reset", "demo", "--yes"],
    ["restore", "demo", "0199c0de-1234-7abc-8def-0123456789ab", "--yes"],
  ]) {
    await expectRefused(["project", "theme", ...args, "--etag", "stale"]);
  }
  const { etag } = (await read("project", "theme", "get", "demo")).revision;
  const set = ["project", "theme", "set", "demo", "--mail", "verify_email", "--subject", "Hi"];
  expect((await cli.run([...set, "--etag", etag])).code).toBe(0);
});

test("a spec with its version is refused once the project has changed", async () => {
  const { stdout: spec } = await cli.run(["project", "dump", "demo", "--with-etag"]);
  expect(spec).toMatch(/^etag: "[\w-]+"\n# A project/);
  const apply = ["project", "apply", "-f", "-", "--yes"];
  expect((await cli.run(apply, { input: spec })).stderr).toBe("no changes\n");
  const themes = t.client(ThemeService, { authorization: `Bearer ${token}` });
  await themes.updateTheme({ project: "demo", changes: { footerText: "Meanwhile" } });
  await expectRefused(apply, spec);
  const { etag, specYaml } = await read("project", "dump", "demo");
  const renamed = specYaml.replace("name: Demo", "name: Renamed");
  expect((await cli.run([...apply, "--etag", etag], { input: renamed })).code).toBe(0);
  await expectRefused([...apply, "--etag", etag], renamed);
});
