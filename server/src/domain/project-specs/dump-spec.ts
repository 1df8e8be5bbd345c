import { stringify } from "yaml";
import type { App } from "../../app.ts";
import { getProject, type ProjectDetails } from "../projects/project-details.ts";
import { providerSecrets } from "../projects/provider-secrets.ts";
import { type SettingValue, settingFields, valuesOf } from "../projects/setting-fields.ts";

const HEADER = `\
# The desired state of a project, as \`svc project apply\` takes it. What you leave out:
# - numbers, the time zone, the lists and the whole sections google and apple keep their value;
# - every boolean becomes false; in a section google or apple that is there, every id becomes empty.
# Secrets never appear here. One that you add is written on every apply.
`;

/** Exactly the input of `applySpec`: applying it as it is changes nothing. */
export async function getProjectSpec(app: Pick<App, "db">, slugOrId: string): Promise<string> {
  return dumpSpec(await getProject(app, slugOrId));
}

export function dumpSpec(project: ProjectDetails): string {
  const values = valuesOf(project.settings);
  const lines = [
    "",
    ...entry(0, "name", "Name to show.", project.name),
    "",
    ...entry(
      0,
      "slug",
      "Short name in addresses and tokens. It names the project and never changes.",
      project.slug,
    ),
    "",
    "settings:",
  ];
  let section = "";
  for (const { path, about } of settingFields) {
    const [key = "", below] = path.split(".").reverse();
    if ((below ?? "") !== section) {
      lines.push(...secretsOf(section, project), ...(below ? [`  ${below}:`] : []));
      section = below ?? "";
    }
    lines.push(...entry(below ? 2 : 1, key, about, values.get(path) ?? ""));
  }
  lines.push(...secretsOf(section, project));
  return `${HEADER}${lines.join("\n")}\n`;
}

function secretsOf(section: string, { secrets }: ProjectDetails): string[] {
  return providerSecrets
    .filter(({ path }) => path.startsWith(`${section}.`))
    .flatMap(({ name, path, presence, about }) => [
      `    # ${about} Write it as ${lastPart(path)}; it is stored encrypted and never shown.`,
      `    ${lastPart(presence)}: ${secrets.has(name)}`,
    ]);
}

function entry(depth: number, key: string, about: string, value: SettingValue): string[] {
  const indent = "  ".repeat(depth);
  const isList = typeof value === "object" && value.length > 0;
  return [
    `${indent}# ${about}`,
    isList ? `${indent}${key}:` : `${indent}${key}: ${scalar(value)}`,
    ...(isList ? value.map((item) => `${indent}  - ${scalar(item)}`) : []),
  ];
}

/** In quotes where it would otherwise read as a number, a boolean or something else. */
function scalar(value: SettingValue): string {
  return stringify(value, { blockQuote: false, lineWidth: 0 }).trimEnd();
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
