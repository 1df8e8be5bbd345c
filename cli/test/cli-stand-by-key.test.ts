import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { engines } from "../../server/src/testing/engines.ts";
import { TestApp } from "../../server/src/testing/test-app.ts";
import { RemoteCli } from "./remote-cli.ts";

const MINUTE = 60_000;
const ROTATE = ["project", "keys", "rotate", "demo"];
const [engine] = engines;
if (!engine) throw new Error("there is no engine");

let t: TestApp;
let cli: RemoteCli;
let env: Record<string, string>;
beforeEach(async () => {
  t = await TestApp.open(engine);
  cli = new RemoteCli();
  const { token } = await t.addAdmin();
  await t.addProject("Demo");
  env = { SVC_URL: t.url, SVC_TOKEN: token, NO_COLOR: "1" };
});
afterEach(async () => {
  cli.close();
  await t.close();
});

const run = (args: readonly string[], more: { isTerminal?: boolean; input?: string } = {}) =>
  cli.run(args, { env, ...more });
const keys = async () =>
  Object(JSON.parse((await run(["project", "keys", "show", "demo", "--json"])).stdout)).keys;

test("show tells the state of each key", async () => {
  await run(ROTATE);
  const { active, standBy, standByWaitSeconds, grace } = await keys();
  expect(standByWaitSeconds).toBe(900);
  expect(standBy.expiresAt).toBeUndefined();
  const { stdout } = await run(["project", "keys", "show", "demo"]);
  expect(stdout).toContain(`active key\t${active.kid}\n`);
  expect(stdout).toContain(`stand-by key\t${standBy.kid}\n`);
  expect(stdout).toContain(`grace key\t${grace[0].kid} until `);
});

describe("rotate with a stand-by key of 15 minutes", () => {
  test("does not ask, and the stand-by key signs", async () => {
    t.advance(15 * MINUTE);
    const { standBy, standByWaitSeconds } = await keys();
    expect(standByWaitSeconds).toBe(0);
    const { code, stderr } = await run(ROTATE, { isTerminal: true });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "new tokens are signed with the new key, and the next one is published; no session ends\n",
    });
    expect((await keys()).active.kid).toBe(standBy.kid);
  });
});

describe("rotate with a younger stand-by key", () => {
  const WARNING =
    "warning: the stand-by key was published less than 15 minutes ago: backends that cache the JWKS may refuse new tokens for up to 12 minutes\n";
  beforeEach(() => t.advance(3 * MINUTE + 1));

  test("says for how long caches may refuse new tokens and asks on a terminal; a no changes nothing", async () => {
    const before = await keys();
    const { code, stderr } = await run(ROTATE, { isTerminal: true, input: "n\n" });
    expect(code).toBe(2);
    expect(stderr).toContain(WARNING);
    expect(stderr).toContain("Rotate now? [y/N]");
    expect(stderr).toContain("not confirmed; nothing was changed");
    expect(await keys()).toEqual(before);
  });

  test("rotates after a yes", async () => {
    const { standBy } = await keys();
    expect((await run(ROTATE, { isTerminal: true, input: "y\n" })).code).toBe(0);
    expect((await keys()).active.kid).toBe(standBy.kid);
  });

  test.each([
    ["with --yes", [...ROTATE, "--yes"], true],
    ["without a terminal", ROTATE, false],
  ])("%s it warns and does not ask", async (_, args, isTerminal) => {
    const { standBy } = await keys();
    const { code, stderr } = await run(args, { isTerminal });
    expect(code).toBe(0);
    expect(stderr).toContain(WARNING);
    expect(stderr).not.toContain("[y/N]");
    expect((await keys()).active.kid).toBe(standBy.kid);
  });

  test("with --json it says nothing else, also on a terminal", async () => {
    const { code, stderr, stdout } = await run([...ROTATE, "--json"], { isTerminal: true });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout).keys.grace).toHaveLength(1);
  });

  test("a project without a stand-by key is told apart", async () => {
    await t.app.db.deleteFrom("signingKeys").where("graceUntil", "is not", null).execute();
    const { stderr } = await run(ROTATE, { isTerminal: true, input: "n\n" });
    expect(stderr).toContain("the project has no stand-by key yet");
    expect(stderr).toContain("for up to 15 minutes");
  });

  test("with --wait it rotates when the server says that the 15 minutes are over, not before", async () => {
    t.advance(12 * MINUTE - 1001);
    const { standBy, active } = await keys();
    const asked = () => t.logLines.filter((line) => line.includes("GetSigningKey")).length;
    const before = asked();
    const rotating = run([...ROTATE, "--wait"]);
    await vi.waitFor(() => expect(asked()).toBe(before + 2), { timeout: 10_000 });
    expect((await keys()).active.kid).toBe(active.kid);
    t.advance(1000);
    const { code, stderr } = await rotating;
    expect(code).toBe(0);
    expect(stderr).toContain("waiting 1 second until backends know it");
    expect(stderr).not.toContain("may refuse");
    expect((await keys()).active.kid).toBe(standBy.kid);
  });
});

test("doctor expects the stand-by key in the JWKS, and warns as long as there is none", async () => {
  const jwks = async () => {
    const { stdout } = await run(["doctor", "--project", "demo", "--json"]);
    return Object(JSON.parse(stdout)).checks.find(({ id }: { id: string }) => id === "jwks");
  };
  expect(await jwks()).toMatchObject({ status: "ok", seen: expect.stringContaining("has the 2 keys") });
  await t.app.db.deleteFrom("signingKeys").where("graceUntil", "is not", null).execute();
  expect(await jwks()).toMatchObject({
    status: "warning",
    seen: expect.stringContaining("has no stand-by key yet"),
  });
});

test("an unknown project fails before anything is waited for", async () => {
  for (const flags of [[], ["--wait"], ["--yes"]]) {
    const { code } = await run(["project", "keys", "rotate", "nope", ...flags]);
    expect(code).toBe(3);
  }
});
