import { expect, test } from "vitest";
import { createAuthClient, memoryStorage } from "../../src/sdk.ts";
import { CALL_FIELDS } from "./calls.ts";
import { assertFields, verbOf } from "./fields.ts";
import { BASE_URL } from "./network.ts";
import { PUBLISHABLE_KEY, STORAGE_KEY } from "./running-client.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  readScenarioFiles,
  usesOf,
  withPieces,
} from "./scenario-files.ts";

const files = readScenarioFiles();
const scenarios = files.flatMap(({ file, values = {}, scenarios }) =>
  scenarios.map((scenario) => ({ file, values, scenario })),
);

const PARTS = ["browser", "emailCodes", "mfa", "push", "billing", "passkeys"];

/** Which part of the client a step needs; undefined when it needs none. */
function partOf(step: JsonObject): string | undefined {
  const name = String(step.call ?? "");
  if (step.browser || /Browser$|^completeRedirect$/.test(name)) return "browser";
  if (step.passkey || /Passkey$/.test(name)) return "passkeys";
  if (/EmailCode|^emailCode/.test(name)) return "emailCodes";
  if (/PushDevice/.test(name)) return "push";
  if (/^mfa/.test(name)) return "mfa";
  return /^(entitlements|has|hasCached|sync)$/.test(name) ? "billing" : undefined;
}

test("every file has a sentence about it, its scenarios, and nothing else", () => {
  for (const { file, ...content } of files) {
    assertFields(content, ["about", "values", "scenarios"]);
    expect(content.about, file).toMatch(/^[A-Z].*\.$/);
    expect(content.scenarios.length, file).toBeGreaterThan(0);
  }
});

test("every scenario has a name of its own, steps, and nothing that the format does not know", () => {
  const names = scenarios.map(({ scenario }) => scenario.name);
  expect(new Set(names).size).toBe(names.length);
  for (const { scenario } of scenarios) {
    assertFields(scenario as unknown as JsonObject, ["name", "needs", "clock", "storage", "steps"]);
    expect(scenario.steps.length, scenario.name).toBeGreaterThan(1);
    expect(scenario.name, scenario.name).toMatch(/^\S.*[^.\s]$/);
  }
});

test("every step has a known verb with known fields, and every call known arguments", () => {
  for (const { scenario } of scenarios) {
    for (const step of scenario.steps) {
      verbOf(step);
      if (!step.call) continue;
      const known = CALL_FIELDS[step.call as string];
      if (!known) throw new Error(`${scenario.name}: unknown call ${step.call}`);
      assertFields((step.with ?? {}) as JsonObject, known);
    }
  }
});

test("every result belongs to a call before it, and every answer to a request that was held", () => {
  for (const { scenario } of scenarios) {
    const named = new Set<Json | undefined>();
    for (const step of scenario.steps) {
      if (step.result) expect(named, scenario.name).toContain(step.result);
      if (step.answer && !step.request) expect(named, scenario.name).toContain(step.answer);
      for (const name of [step.as, step.hold]) {
        if (!name) continue;
        expect(named, scenario.name).not.toContain(name);
        named.add(name);
      }
    }
  }
});

test("a scenario names the parts of the client that its steps use, and no others", () => {
  for (const { scenario } of scenarios) {
    const used = new Set(scenario.steps.map(partOf).filter((part) => part !== undefined));
    expect([...used].sort(), scenario.name).toEqual([...(scenario.needs ?? [])].sort());
    for (const part of scenario.needs ?? []) expect(PARTS, scenario.name).toContain(part);
  }
});

test("every piece in `values` is used, and every piece that is used is there", () => {
  for (const { file, values = {}, scenarios } of files) {
    const used = new Set([...usesOf(scenarios as unknown as Json), ...usesOf(values)]);
    expect([...used].sort(), file).toEqual(Object.keys(values).sort());
    for (const piece of Object.values(values)) withPieces(piece, values);
  }
});

test("the client stores under the key that the scenarios look at", async () => {
  const storage = memoryStorage();
  const user = { id: "u1", identities: [] };
  const fetch = async () =>
    Response.json({ accessToken: "at_1", refreshToken: "rt_1", expiresIn: 900, user });
  const client = createAuthClient({ baseUrl: BASE_URL, publishableKey: PUBLISHABLE_KEY, storage, fetch });
  await client.signInAnonymously();
  const stored: unknown = JSON.parse((await storage.getItem(STORAGE_KEY)) ?? "null");
  expect(isObject(stored) && stored.session).toMatchObject({ refreshToken: "rt_1" });
});
