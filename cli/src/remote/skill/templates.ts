import { readShipped } from "@svc/server/shipped-files";

/** The texts of the skill below server/skill/. Its entry is `skill.md`; a format gives it a name. */
export const references = [
  "app.md",
  "verify-backend.md",
  "custom-claims.md",
  "native-apps.md",
  "subscriptions.md",
  "errors.md",
  "cli.md",
] as const;

export type TemplateName = "skill.md" | `references/${(typeof references)[number]}`;

export function readTemplate(name: TemplateName): string {
  return readShipped(`server/skill/${name}`).toString("utf8");
}
