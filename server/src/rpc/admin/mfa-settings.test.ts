import { ConfigService, MfaPolicy } from "@svc/proto/svc/auth/v1/config_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { failureOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

describe.each(engines)("Settings of second factors on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ token } = await t.addAdmin());
    await t.addProject("Demo");
  });
  afterEach(() => t.close());

  const update = (mfa: object) => t.projects(token).updateProject({ project: "demo", settings: { mfa } });
  const stored = async () => (await t.projects(token).getProject({ project: "demo" })).project?.settings?.mfa;
  const apply = async (specYaml: string, merge = false) => {
    const { changes } = await t.projects(token).applyProjectSpec({ specYaml, merge });
    return changes.map(({ path, oldValue, newValue }) => [path, oldValue, newValue]);
  };

  test("are off at first, and apps are told who needs a second factor", async () => {
    expect(await stored()).toMatchObject({ policy: MfaPolicy.OFF, claim: "", claimValues: [] });
    const { publishableKey } = (await t.projects(token).getProject({ project: "demo" })).project ?? {};
    const config = t.client(ConfigService, { "x-svc-key": publishableKey ?? "" });
    expect((await config.getProjectConfig({})).mfaPolicy).toBe(MfaPolicy.OFF);
    for (const policy of [MfaPolicy.OPTIONAL, MfaPolicy.REQUIRED, MfaPolicy.OFF]) {
      await update({ policy });
      expect((await config.getProjectConfig({})).mfaPolicy).toBe(policy);
    }
  });

  test("keep what a change leaves out", async () => {
    await update({ policy: MfaPolicy.REQUIRED_BY_CLAIM, claim: "role", claimValues: { values: ["admin"] } });
    await update({ claimValues: { values: ["admin", "owner"] } });
    await update({ policy: MfaPolicy.UNSPECIFIED });
    expect(await stored()).toMatchObject({
      policy: MfaPolicy.REQUIRED_BY_CLAIM,
      claim: "role",
      claimValues: ["admin", "owner"],
    });
  });

  test("name a claim where it decides, and no value twice", async () => {
    const refused = async (mfa: object, field: string) =>
      expect(await failureOf(update(mfa))).toMatchObject({
        reason: "INVALID_REQUEST",
        metadata: { field: `settings.mfa.${field}` },
      });
    await refused({ policy: MfaPolicy.REQUIRED_BY_CLAIM }, "claim");
    await refused({ claim: "x".repeat(101) }, "claim");
    await refused({ claimValues: { values: ["admin", "admin"] } }, "claim_values");
    await refused({ claimValues: { values: Array.from({ length: 51 }, String) } }, "claim_values");
    await update({ policy: MfaPolicy.REQUIRED_BY_CLAIM, claim: "role" });
    await refused({ claim: "" }, "claim");
  });

  test("stay in a spec that leaves them out, wholly or in part", async () => {
    await update({ policy: MfaPolicy.REQUIRED_BY_CLAIM, claim: "role", claimValues: { values: ["admin"] } });
    expect(await apply("slug: demo\n")).toEqual([]);
    expect(await apply("slug: demo\nsettings: {mfa: {policy: required}}\n")).toEqual([
      ["settings.mfa.policy", '"required_by_claim"', '"required"'],
    ]);
    expect(await apply("slug: demo\nsettings: {mfa: {claim_values: []}}\n", true)).toEqual([
      ["settings.mfa.claim_values", '["admin"]', "[]"],
    ]);
    expect(await stored()).toMatchObject({ policy: MfaPolicy.REQUIRED, claim: "role", claimValues: [] });
    expect(await apply("slug: demo\nsettings:\n  mfa:\n    policy: off\n")).toEqual([
      ["settings.mfa.policy", '"required"', '"off"'],
    ]);
  });

  test("are dumped so that programs that read YAML 1.1 do not take off for false", async () => {
    const { specYaml } = await t.projects(token).getProjectSpec({ project: "demo" });
    expect(specYaml).toContain('\n    policy: "off"\n');
    expect(await apply(specYaml)).toEqual([]);
  });

  test("are refused in a spec with the place of the word", async () => {
    expect(await failureOf(apply("slug: demo\nsettings:\n  mfa:\n    policy: always\n"))).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: {
        field: "settings.mfa.policy",
        line: "4",
        problem: "must be one of off, optional, required, required_by_claim",
      },
    });
  });
});
