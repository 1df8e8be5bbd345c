import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { asTyped, type Flags } from "./command.ts";
import { commands } from "./commands.ts";
import { createOutput } from "./output.ts";

// A port where nobody listens: what is refused is refused before anybody is asked.
beforeEach(() => {
  vi.stubEnv("SVC_URL", "http://127.0.0.1:1");
  vi.stubEnv("SVC_TOKEN", "svc_pat_x");
});
afterEach(() => vi.unstubAllEnvs());

const flagsOf: Readonly<Record<string, readonly string[]>> = {
  "project events <slug|id>": ["kind", "user", "from", "to"],
  "project audit <slug|id>": ["kind", "user", "from", "to"],
  "instance audit": ["kind", "from", "to"],
  "instance mail list": ["state"],
  "push devices list": ["user", "appId"],
  "billing subscriptions list": ["user"],
  "billing purchases list": ["user"],
  "billing grants add <id|email> <entitlement>": ["expiresAt"],
  "user list": ["query"],
  "stats get": ["from", "to"],
  "stats rollup": ["project"],
  "project create <name>": ["slug"],
  "project export <slug|id>": ["output"],
  "skill export": ["project"],
  doctor: ["project", "smtpTo", "appleKey"],
};

const cases = Object.entries(flagsOf).flatMap(([usage, names]) => names.map((name) => ({ usage, name })));

test.each(cases)("svc $usage refuses a blank $name, and asks nobody", async ({ usage, name }) => {
  const command = commands.find((one) => one.usage === usage);
  const { run } = (await command?.load()) ?? {};
  const silent = { write: () => {} };
  for (const blank of ["", " \t"]) {
    const flags: Flags = { project: "acme", dir: "x", format: "claude", [name]: blank };
    const context = {
      ...{ args: ["acme", "pro"], flags, version: "", table: { commands, groups: {} } },
      output: createOutput({ argv: [], env: {}, stdout: silent, stderr: silent }),
      loadConfig: () => Promise.reject(new Error("not needed")),
    };
    await expect(run?.(context)).rejects.toMatchObject({
      code: "invalid_argument",
      message: `--${asTyped(name)} is empty`,
    });
  }
});
