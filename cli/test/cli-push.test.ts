import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { engines } from "../../server/src/testing/engines.ts";
import { android, apnsToken, iphone, pushOf } from "../../server/src/testing/push.ts";
import { TestApp } from "../../server/src/testing/test-app.ts";
import { ShapeCheck } from "../../server/test/shape-check.ts";
import { pushRows } from "../src/remote/push-rows.ts";
import { AppCli } from "./app-cli.ts";

vi.setConfig({ testTimeout: 300_000 }); // a few programs each

const shapes = new ShapeCheck();
let t: TestApp;
let cli: AppCli;
let ada = "";
beforeAll(async () => {
  t = await TestApp.open(engines[0] ?? expect.fail());
  cli = new AppCli(t, (await t.addAdmin()).token);
  const { project } = await t.addProject("Acme");
  const register = async (email: string, ...devices: ReturnType<typeof iphone>[]) => {
    const tokens = await t.addUser(project, email, "correct horse battery");
    for (const device of devices) await pushOf(t, project, tokens).registerPushDevice(device);
    return tokens.user?.id ?? "";
  };
  ada = await register("ada@example.com", iphone(1));
  const hostile = { deviceModel: "iPhone\u001b[31m\n\u202e18,1" };
  await t.app.db.updateTable("pushDevices").set(hostile).where("userId", "=", ada).execute();
  await register("bob@example.com", android(2), iphone(3, { appId: "com.example.other" }));
});
afterAll(async () => {
  cli.close();
  await t.close();
});

const acme = ["--project", "acme"];
const json = (...args: string[]) => shapes.json(cli, "push", "devices", ...args, ...acme);

async function listed(...flags: string[]): Promise<{ id: string; userId: string }[]> {
  return (await json("list", ...flags)).devices as { id: string; userId: string }[];
}

test("list shows every device without its token, and takes each filter", async () => {
  const all = await listed();
  expect(all).toHaveLength(3);
  expect((await listed("--user", "ada@example.com")).map(({ userId }) => userId)).toEqual([ada]);
  expect((await listed("--user", ada)).map(({ userId }) => userId)).toEqual([ada]);
  expect(await listed("--provider", "fcm")).toMatchObject([{ provider: "PUSH_PROVIDER_FCM" }]);
  expect(await listed("--app-id", "com.example.other")).toMatchObject([{ appId: "com.example.other" }]);

  const text = await cli.text("push", "devices", "list", ...acme);
  expect(text.split("\n")).toHaveLength(3);
  expect(text).toContain(`\t${ada}\tapns production\tcom.example.app 1.2.3\t`);
  const shown = text + JSON.stringify(all);
  for (const secret of [apnsToken(1), apnsToken(3), "fcm-token-2"]) expect(shown).not.toContain(secret);
  expect(text).toContain("	iPhone [31m  18,1	");
});

test("list names the next page, and refuses what it does not know", async () => {
  const page = await cli.run(["push", "devices", "list", ...acme, "--page-size", "2"]);
  const [, next = ""] = /^there are more: svc (.+)\n$/.exec(page.stderr) ?? [];
  expect((await cli.run(next.split(" "))).stdout.trim().split("\n")).toHaveLength(1);
  expect(await cli.failure(["push", "devices", "list", ...acme, "--provider", "gcm"])).toEqual({
    code: 2,
    message: '--provider cannot be "gcm"',
    hint: "it is one of apns, fcm",
  });
  expect((await cli.failure(["push", "devices", "list", ...acme, "--app-id", "a b"])).code).toBe(2);
  const nobody = ["--user", "nobody@example.com"];
  expect((await cli.failure(["push", "devices", "list", ...acme, ...nobody])).code).toBe(3);
});

test("revoke asks first, removes one device and leaves the others", async () => {
  const [{ id } = { id: "" }] = await listed("--user", ada);
  const revoke = ["push", "devices", "revoke", id, ...acme];
  expect(await cli.failure(revoke)).toMatchObject({ code: 2, hint: "pass --yes to skip the confirmation" });
  expect(await listed()).toHaveLength(3);
  expect(await json("revoke", id, "--yes")).toEqual({ id, revoked: true });
  expect(await listed("--user", ada)).toEqual([]);
  expect(await listed()).toHaveLength(2);
  expect(await cli.failure([...revoke, "--yes"])).toEqual({
    code: 3,
    message: `project acme has no push device "${id}"`,
    hint: "svc push devices list --project acme shows the ids",
  });
});

test("every command of this group was run with --json", () => {
  expect(shapes.missing(pushRows)).toEqual([]);
});
