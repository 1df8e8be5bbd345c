import type { ProjectJson } from "@svc/proto/svc/admin/v1/project_pb";

/** What identifies a project, a line each. */
export function projectFields({
  slug = "",
  name = "",
  id = "",
  publishableKey = "",
}: ProjectJson): string[][] {
  return [
    ["slug", slug],
    ["name", name],
    ["id", id],
    ["publishable key", publishableKey],
  ];
}

/** The settings under the names that a spec gives them: `password_policy.min_length`. */
export function settingFields(settings: object, above = ""): string[][] {
  return Object.entries(settings).flatMap(([key, value]) => {
    const path = `${above}${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    if (Array.isArray(value)) return [[path, value.join(", ")]];
    if (typeof value === "object" && value !== null) return settingFields(value, `${path}.`);
    return [[path, String(value)]];
  });
}
