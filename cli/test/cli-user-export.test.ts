import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engines } from "../../server/src/testing/engines.ts";
import { TestApp } from "../../server/src/testing/test-app.ts";
import { AppCli } from "./app-cli.ts";

let t: TestApp;
let cli: AppCli;
let userId: string;
beforeAll(async () => {
  const [engine] = engines;
  if (!engine) throw new Error("no engine");
  t = await TestApp.open(engine, { rateLimits: "off" });
  const { project } = await t.addProject("Acme");
  userId = (await t.addUser(project, "ada@example.com", "correct horse battery")).user?.id ?? "";
  const event = {
    projectId: project.id,
    kind: "user.signed_in",
    at: t.app.clock(),
    userId,
    actor: "",
    ip: null,
    data: "{}",
    userAgent: null,
  };
  const events = Array.from({ length: 1_200 }, (_, n) => ({ ...event, id: `e${n}` }));
  await t.app.db.insertInto("events").values(events).execute();
  const { token } = await t.addAdmin();
  cli = new AppCli(t, token);
});
afterAll(async () => {
  cli.close();
  await t.close();
});

const acme = ["--project", "acme"];

test("user export prints one document, joined of its parts, with --json too", async () => {
  const document = JSON.parse(await cli.text("user", "export", "ada@example.com", ...acme));
  expect(document).toMatchObject({ format: 1, user: { id: userId, email: "ada@example.com" } });
  const signIns = document.events.filter(({ kind }: { kind: string }) => kind === "user.signed_in");
  expect(new Set(signIns.map(({ id }: { id: string }) => id)).size).toBe(1_200);
  const again = JSON.parse(await cli.text("user", "export", userId, ...acme, "--json"));
  expect(Object.keys(again)).toEqual(Object.keys(document));
});

test("user export writes a file that only its owner can read, and never replaces one", async () => {
  const path = cli.path("ada.json");
  await cli.text("user", "export", "ada@example.com", ...acme, "--out", path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ user: { id: userId } });
  writeFileSync(path, "mine");
  const before = await exports();
  expect((await cli.run(["user", "export", "ada@example.com", ...acme, "--out", path])).code).not.toBe(0);
  expect(readFileSync(path, "utf8")).toBe("mine");
  expect(await exports()).toBe(before); // nothing was exported, so nothing is recorded
});

test("user export of nobody leaves no file", async () => {
  const path = cli.path("nobody.json");
  expect((await cli.run(["user", "export", "nobody@example.com", ...acme, "--out", path])).code).not.toBe(0);
  expect(existsSync(path)).toBe(false);
});

async function exports(): Promise<number> {
  return (
    await t.app.db.selectFrom("events").select("id").where("kind", "=", "admin.user_exported").execute()
  ).length;
}
