import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, type TestContext, test } from "vitest";
import { parse } from "yaml";
import { notRun } from "../../server/src/testing/not-run.ts";
import { RemoteBench, type Terminal } from "./remote-cli.ts";

const enter = "\r";
const esc = "\u001b";
const ctrlC = "\u0003";
const down = "\u001b[B";

let cli: RemoteBench;
beforeAll(async () => {
  cli = await RemoteBench.open();
  await cli.logIn();
});
afterAll(() => cli.close());

async function slugs(): Promise<string[]> {
  const { projects = [] } = (await cli.json("project", "list")) as { projects?: { slug: string }[] };
  return projects.map(({ slug }) => slug);
}

describe("project init on a terminal", () => {
  beforeEach((context) => {
    const hasScript = spawnSync("script", ["--version"]).status === 0;
    if (!hasScript) notRun(context as TestContext, "there is no script to make a terminal with");
  });

  /** Up to the end of the sign-in questions: iOS and Android, `name`, 8 characters. */
  async function begin(terminal: Terminal, name: string): Promise<void> {
    await terminal.answer("Which platforms", enter);
    await terminal.answer("What is the app called?", `${name}${enter}`);
    await terminal.answer("Short name", enter);
    await terminal.answer("How long must a password be?", `${down}${enter}`);
    await terminal.answer("Must users verify", "y");
    await terminal.answer("May people use the app as guests", "y");
    await terminal.answer("After how many days", `\u007f30${enter}`);
    await terminal.answer("Sign-in with Google?", "n");
    await terminal.answer("Sign in with Apple?", "n");
    await terminal.answer("URL schemes", `com.example.app${enter}`);
    await terminal.answer("sell subscriptions?", "y");
    await terminal.answer("What do people subscribe to?", enter);
    await terminal.answer("In which currency", enter);
    await terminal.answer("Price of a month?", enter);
    await terminal.answer("Price of a year?", enter);
    await terminal.answer("A free trial?", `${down}${down}${enter}`);
    await terminal.answer("send push messages?", "y");
  }

  test("creates the project after the last yes, and prints keys, checklist and spec", async () => {
    const terminal = cli.onTerminal("project", "init", "--spec-out", "wizard.yaml");
    await begin(terminal, "Wizard App");
    await terminal.answer("Create this project?", "");
    expect(await slugs()).toEqual([]);
    expect(existsSync(cli.path("wizard.yaml"))).toBe(false);
    await terminal.answer("Create this project?", enter);
    const { code, shown } = await terminal.finished;
    const text = stripVTControlCharacters(shown);
    expect({ code, text }).toMatchObject({ code: 0 });
    expect(text).toMatch(/publishable key +pk_\w+/);
    expect(text.match(/secret key +sk_[\w-]+/g)).toHaveLength(1);
    expect(text).toContain("[ ] subscriptions: svc setup billing --project wizard-app puts the catalog into");
    expect(text).toContain("[ ] svc doctor --project wizard-app checks all of it");
    expect(await slugs()).toEqual(["wizard-app"]);
    const spec = readFileSync(cli.path("wizard.yaml"), "utf8");
    expect(parse(spec)).toEqual({
      name: "Wizard App",
      slug: "wizard-app",
      settings: {
        sign_up_closed: false,
        require_email_verification: true,
        allow_anonymous_sign_in: true,
        guest_retention_days: 30,
        password_policy: { min_length: 12, allow_common: false },
        redirect_schemes: ["com.example.app"],
        redirect_origins: [],
        billing: {
          enabled: true,
          entitlements: [{ id: "pro", name: "Pro" }],
          tiers: [
            {
              ...{ id: "pro", name: "Pro", rank: 1, entitlements: ["pro"] },
              products: [
                {
                  id: "pro_monthly",
                  period: "P1M",
                  price: { currency: "USD", amount: "9.99" },
                  trial: "P1W",
                },
                {
                  id: "pro_yearly",
                  period: "P1Y",
                  price: { currency: "USD", amount: "79.99" },
                  trial: "P1W",
                },
              ],
            },
          ],
        },
      },
    });
    const again = await cli.run(["project", "apply", "-f", "wizard.yaml"]);
    expect(again).toMatchObject({ code: 0, stderr: "no changes\n" });
  });

  test("--json asks the same and then prints one object", async () => {
    const terminal = cli.onTerminal("project", "init", "--json");
    await begin(terminal, "As Json");
    await terminal.answer("Create this project?", enter);
    const { code, shown } = await terminal.finished;
    expect(code).toBe(0);
    const [, line = ""] = /^(\{"project":.*\})\r?$/m.exec(stripVTControlCharacters(shown)) ?? [];
    expect(JSON.parse(line)).toMatchObject({
      project: { slug: "as-json", publishableKey: expect.stringMatching(/^pk_/) },
      secretKey: expect.stringMatching(/^sk_/),
      checklist: expect.arrayContaining(["svc doctor --project as-json checks all of it"]),
      specYaml: expect.stringContaining("slug: as-json"),
    });
  });

  test("Esc goes back to the step before, which remembers its answers", async () => {
    const terminal = cli.onTerminal("project", "init");
    await terminal.answer("Which platforms", enter);
    await terminal.answer("What is the app called?", `Back${enter}`);
    await terminal.answer("Short name", enter);
    await terminal.answer("How long must a password be?", esc);
    await terminal.answerAgain("What is the app called?", ` Again${enter}`);
    await terminal.answerAgain("Short name", ctrlC);
    const { code, shown } = await terminal.finished;
    expect(stripVTControlCharacters(shown)).toContain("Back Again");
    expect(code).toBe(130);
    expect(await slugs()).not.toContain("back");
  });

  test("Ctrl-C and a no at the end leave nothing behind", async () => {
    for (const [keys, expected] of [
      [ctrlC, 130],
      [`${down}${down}${enter}`, 2],
    ] as const) {
      const terminal = cli.onTerminal("project", "init", "--spec-out", "never.yaml");
      await begin(terminal, "Never");
      await terminal.answer("Create this project?", keys);
      expect((await terminal.finished).code).toBe(expected);
      expect(await slugs()).not.toContain("never");
      expect(existsSync(cli.path("never.yaml"))).toBe(false);
    }
  });
});

test("refuses piped input, also with --json, and names the commands that do without questions", async () => {
  const piped = await cli.failure(["project", "init"]);
  expect(piped).toEqual({
    code: 2,
    message: "project init is interactive and needs a terminal",
    hint: "without a terminal, use svc project create <name> or svc project apply -f spec.yaml",
  });
  const { code, stdout, stderr } = await cli.run(["project", "init", "--json"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(JSON.parse(stderr)).toMatchObject({ error: { reason: "USAGE" } });
});
