import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, type TestContext, test } from "vitest";
import { notRun } from "../../server/src/testing/not-run.ts";
import { RemoteBench } from "./remote-cli.ts";

let cli: RemoteBench;
beforeAll(async () => {
  cli = await RemoteBench.open();
  await cli.logIn();
  await cli.text("project", "create", "Acme");
});
afterAll(() => cli.close());

const hasScript = spawnSync("script", ["--version"]).status === 0;
beforeEach((context: TestContext) => {
  if (!hasScript) notRun(context, "this machine has no `script` to make a terminal with");
});

const acme = ["--project", "acme"];
const keysNow = () => cli.text("project", "keys", "show", "acme");

describe("login on a terminal", () => {
  test("asks for the token and does not show it", async () => {
    const terminal = cli.onTerminal("login", cli.url, "--name", "typed");
    await terminal.answer("Personal access token for", `wrong\u007f\u0015${cli.token}\r`);
    const { code, shown } = await terminal.finished;
    expect({ code, shown }).toEqual({ code: 0, shown: expect.stringContaining("saved as context typed") });
    expect(shown).not.toContain("svc_pat_");
    expect(readFileSync(cli.contexts, "utf8")).toContain(cli.token);
  });

  test("Ctrl-C ends it with 130, and nothing is saved", async () => {
    const before = readFileSync(cli.contexts, "utf8");
    const terminal = cli.onTerminal("login", cli.url, "--name", "never");
    await terminal.answer("Personal access token for", "svc_pat_abc\u0003");
    const { code, shown } = await terminal.finished;
    expect({ code, shown }).toEqual({ code: 130, shown: expect.stringContaining("svc: interrupted") });
    expect(shown).not.toContain("svc_pat_");
    expect(readFileSync(cli.contexts, "utf8")).toBe(before);
  });

  test("with --json it does not ask", async () => {
    const { code, shown } = await cli.onTerminal("login", cli.url, "--json").finished;
    expect(code).toBe(2);
    expect(JSON.parse(shown).error.message).toContain("reads standard input, which is a terminal here");
  });
});

describe("what cannot be undone wants its name typed:", () => {
  test("project keys reset-signing", async () => {
    const before = await keysNow();
    const wrong = cli.onTerminal("project", "keys", "reset-signing", "acme");
    await wrong.answer("Type acme to confirm: ", "yes\r");
    expect(await wrong.finished).toMatchObject({
      code: 2,
      shown: expect.stringContaining("not confirmed; nothing was changed"),
    });
    expect(await keysNow()).toBe(before);

    const right = cli.onTerminal("project", "keys", "reset-signing", "acme");
    await right.answer("Type acme to confirm: ", "acme\r");
    const { code, shown } = await right.finished;
    expect({ code, shown }).toEqual({
      code: 0,
      shown: expect.stringContaining("Every token of project Acme (acme) stops working"),
    });
    expect(await keysNow()).not.toBe(before);
  });

  test("project keys regenerate-secret", async () => {
    const terminal = cli.onTerminal("project", "keys", "regenerate-secret", "acme", "--show-secret");
    await terminal.answer("Type acme to confirm: ", "acme\r");
    expect(await terminal.finished).toMatchObject({ code: 0, shown: expect.stringMatching(/^sk_\w+$/m) });
  });

  test("user delete, by the email address also when the id was given", async () => {
    const id = await cli.text("user", "create", "bob@example.com", ...acme);
    const refused = cli.onTerminal("user", "delete", id, ...acme);
    await refused.answer("Type bob@example.com to confirm: ", "\u0004");
    expect((await refused.finished).code).toBe(2);
    const terminal = cli.onTerminal("user", "delete", id, ...acme);
    await terminal.answer("Type bob@example.com to confirm: ", "bob@example.com\r");
    expect(await terminal.finished).toMatchObject({ code: 0 });
    expect((await cli.failure(["user", "get", id, ...acme])).code).toBe(3);
  });

  test("project delete", async () => {
    await cli.text("project", "create", "Gone");
    const refused = cli.onTerminal("project", "delete", "gone");
    await refused.answer("Type gone to confirm: ", "\u0003");
    expect((await refused.finished).code).toBe(130);
    const terminal = cli.onTerminal("project", "delete", "gone");
    await terminal.answer("Type gone to confirm: ", "gone\r");
    expect(await terminal.finished).toMatchObject({ code: 0 });
    expect((await cli.failure(["project", "get", "gone"])).code).toBe(3);
  });
});

describe("the others want a y:", () => {
  test.each([
    ["instance smtp clear", ["instance", "smtp", "clear"], "Remove the stored SMTP settings"],
    ["user sessions revoke", ["user", "sessions", "revoke", "eve@example.com", ...acme], "on all devices?"],
  ])("%s", async (_, args, question) => {
    if (args[0] === "user") await cli.text("user", "create", "eve@example.com", ...acme);
    const no = cli.onTerminal(...args);
    await no.answer(question, "\r");
    expect((await no.finished).code).toBe(2);
    const yes = cli.onTerminal(...args);
    await yes.answer(question, "y\r");
    expect((await yes.finished).code).toBe(0);
  });

  test.each([
    [[], "Revoke token old laptop? Its next use fails. [y/N] "],
    [
      ["--with-children"],
      "Revoke token old laptop and all that were created with it? Their next use fails. [y/N] ",
    ],
  ])("token revoke %j", async (flags, question) => {
    await cli.text("token", "create", "old laptop");
    const { personalAccessTokens } = await cli.json("token", "list");
    const [newest] = personalAccessTokens as { id: string }[];
    const terminal = cli.onTerminal("token", "revoke", String(newest?.id), ...flags);
    await terminal.answer(question, "YES\r");
    expect(await terminal.finished).toMatchObject({ code: 0 });
  });

  test("project apply, after the plan; nothing is asked when there is nothing to do", async () => {
    writeFileSync(cli.path("spec.yaml"), "slug: acme\nsettings: { timezone: Asia/Tokyo }\n");
    const no = cli.onTerminal("project", "apply", "-f", "spec.yaml");
    await no.answer("Apply 1 change to acme? [y/N] ", "n\r");
    expect(await no.finished).toMatchObject({
      code: 2,
      shown: expect.stringContaining('~  settings.timezone  "UTC" -> "Asia/Tokyo"\n'),
    });
    const yes = cli.onTerminal("project", "apply", "-f", "spec.yaml");
    await yes.answer("Apply 1 change to acme? [y/N] ", "y\r");
    expect(await yes.finished).toMatchObject({ code: 0, shown: expect.stringContaining("applied 1 change") });
    const again = await cli.onTerminal("project", "apply", "-f", "spec.yaml").finished;
    expect(again).toMatchObject({ code: 0, shown: "no changes\n" });
  });

  test("--yes asks nothing", async () => {
    expect(await cli.onTerminal("instance", "smtp", "clear", "--yes").finished).toMatchObject({ code: 0 });
  });
});

test("a list is a table with headings", async () => {
  const { shown } = await cli.onTerminal("project", "list").finished;
  expect(shown).toMatch(/^SLUG {2}NAME {2}ID +PUBLISHABLE KEY +CREATED\nacme {2}Acme {2}\S/);
  expect(existsSync(cli.contexts)).toBe(true);
});

describe("project export on a terminal", () => {
  test("asks before it replaces a file, unless --force is given", async () => {
    const file = cli.path("users.json");
    writeFileSync(file, "old");
    const args = ["project", "export", "acme", "-o", "users.json"];
    const no = cli.onTerminal(...args);
    await no.answer("Replace users.json? [y/N] ", "n\r");
    expect((await no.finished).code).toBe(2);
    expect(readFileSync(file, "utf8")).toBe("old");

    const yes = cli.onTerminal(...args);
    await yes.answer("[y/N] ", "y\r");
    expect((await yes.finished).code).toBe(0);
    expect(JSON.parse(readFileSync(file, "utf8")).version).toBe(1);

    for (const unasked of [
      [...args, "--force"],
      [...args, "--json"],
      ["project", "export", "acme", "-o", "new.json"],
    ]) {
      const { code, shown } = await cli.onTerminal(...unasked).finished;
      expect({ code, asked: shown.includes("[y/N]") }).toEqual({ code: 0, asked: false });
    }
  });
});
