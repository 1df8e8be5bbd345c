import type { DescMessage } from "@bufbuild/protobuf";
import {
  BillingSettingsSchema,
  BillingSettingsUpdateSchema,
} from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { ProjectSettingsSchema, ProjectSettingsUpdateSchema } from "@svc/proto/svc/admin/v1/project_pb";
import { expect, test } from "vitest";
import { providerSecrets } from "./provider-secrets.ts";
import { settingFields, settingsOf, valuesOf } from "./setting-fields.ts";
import { defaultSettings, type ProjectSettings } from "./settings.ts";

/** Every field of a message and of the sections in it, as paths. */
function pathsOf(message: DescMessage, above = ""): string[] {
  return message.fields.flatMap((field) => {
    const path = `${above}${field.name}`;
    const isSection = field.fieldKind === "message" && !field.message.name.endsWith("List");
    return isSection ? pathsOf(field.message, `${path}.`) : [path];
  });
}

const paths = settingFields.map(({ path }) => path);

test("the table has every setting that the contract shows, beside the flags of secrets", () => {
  const flags = providerSecrets.map(({ presence }) => presence);
  expect([...paths, ...flags].sort()).toEqual(
    [...pathsOf(ProjectSettingsSchema), ...pathsOf(BillingSettingsSchema, "billing.")].sort(),
  );
});

test("the table has every setting that the contract lets change, beside the secrets", () => {
  const secrets = providerSecrets.map(({ path }) => path);
  expect([...paths, ...secrets].sort()).toEqual(
    [...pathsOf(ProjectSettingsUpdateSchema), ...pathsOf(BillingSettingsUpdateSchema, "billing.")].sort(),
  );
});

test("settings become values by path and settings again", () => {
  const settings: ProjectSettings = {
    ...defaultSettings,
    redirectSchemes: ["com.example"],
    passwordPolicy: { minLength: 9, allowCommon: true },
  };
  const values = valuesOf(settings);
  expect([...values.keys()]).toEqual(paths);
  expect(values.get("password_policy.min_length")).toBe(9);
  expect(settingsOf(values)).toEqual(settings);
});

test("what a change leaves out has no value, and defaults stay untouched", () => {
  const values = valuesOf({ google: { enabled: true }, timezone: undefined });
  expect([...values]).toEqual([["google.enabled", true]]);
  settingsOf(values).redirectSchemes.push("x");
  expect(defaultSettings.redirectSchemes).toEqual([]);
  expect(defaultSettings.google.enabled).toBe(false);
});
