import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../../../skill");

/** The texts of the skill below server/skill/. Its entry is `skill.md`; a format gives it a name. */
export const references = ["app.md", "verify-backend.md", "custom-claims.md", "errors.md", "cli.md"] as const;

export type TemplateName = "skill.md" | `references/${(typeof references)[number]}`;

/** The only place that knows where the texts are. */
export function readTemplate(name: TemplateName): string {
  return readFileSync(join(folder, name), "utf8");
}
