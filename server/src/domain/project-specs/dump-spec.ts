import { stringify } from "yaml";
import type { App } from "../../app.ts";
import { catalogShapes } from "../billing/catalog-shape.ts";
import { storeNames } from "../billing/stores.ts";
import type { FieldRecord } from "../projects/field-tree.ts";
import { getProject, type ProjectDetails } from "../projects/project-details.ts";
import { providerSecrets } from "../projects/provider-secrets.ts";
import { type RecordShape, specRecord } from "../projects/record-shape.ts";
import { type SettingValue, settingFields, valuesOf } from "../projects/setting-fields.ts";
import { currentTheme } from "../themes/current-theme.ts";
import type { Theme } from "../themes/theme.ts";
import { type OwnWording, ownWording } from "../wording/own-wording.ts";
import { NONE } from "./parse-spec.ts";
import { specEtag } from "./spec-etag.ts";
import { themeFields, themeValuesOf } from "./theme-fields.ts";

const HEADER = `\
# A project, as \`svc project apply\` reads it. If you leave something out:
# - numbers, the time zone, the lists, the domain of passkeys, the catalog and the whole sections sender, passkeys, mfa,
#   google, apple and billing keep their value, and so does every part of sender and mfa;
# - every other boolean becomes false; in a section google, apple, ${storeNames.slice(0, -1).join(", ")} or ${storeNames.at(-1)} that you
#   include, every missing id and list becomes empty;
# - the theme becomes the default theme; in a theme that you include, every missing part becomes its default.
#   dark_colors: none removes the dark colours;
# - every text of the wording stays as it is; "" goes back to the default text.
# With --merge, everything you leave out stays unchanged.
# Secrets are never printed here. A secret that you add is written on every apply.
`;

/** The project as a spec, with its version. Applying it unchanged changes nothing. */
export async function getProjectSpec(
  app: Pick<App, "db">,
  slugOrId: string,
): Promise<{ specYaml: string; etag: string }> {
  const project = await getProject(app, slugOrId);
  const theme = await currentTheme(app, project);
  const wording = await ownWording(app, project);
  return { specYaml: dumpSpec(project, theme, wording), etag: specEtag(project, theme, wording) };
}

type Entry = { path: string; about: string; value: SettingValue; shape?: RecordShape };

export function dumpSpec(project: ProjectDetails, theme: Theme, wording: OwnWording = {}): string {
  const slugAbout = "Short name in URLs and tokens. It identifies the project and never changes.";
  const lines = [
    ...["", ...entryLines("", { path: "name", about: "Display name.", value: project.name })],
    ...["", ...entryLines("", { path: "slug", about: slugAbout, value: project.slug })],
    ...["", "settings:", ...treeLines("  ", settingEntries(project))],
    ...["", "theme:", ...treeLines("  ", themeEntries(theme))],
    ...[
      "",
      "# Own texts of emails and pages, by language and sentence: svc project wording list names them.",
    ],
    ...wordingLines(wording),
  ];
  return `${HEADER}${lines.join("\n")}\n`;
}

/** The flag of a secret comes at the end of its section. */
function settingEntries({ settings, secrets }: ProjectDetails): Entry[] {
  const values = valuesOf(settings);
  const entries: Entry[] = settingFields.map(({ path, about, type }) => ({
    path,
    about,
    value: values.get(path) ?? "",
    ...(isCatalog(type) && { shape: catalogShapes[type] }),
  }));
  for (const { name, path, presence, about } of providerSecrets) {
    const [, section = "", key] = /^(.*)\.(.*)$/.exec(path) ?? [];
    const last = entries.findLastIndex((entry) => entry.path.startsWith(`${section}.`));
    const writing = `${about} Write it as ${key}; it is stored encrypted and never shown.`;
    entries.splice(last + 1, 0, { path: presence, about: writing, value: secrets.has(name) });
  }
  return entries;
}

function themeEntries(theme: Theme): Entry[] {
  const values = themeValuesOf(theme);
  const entries = themeFields.flatMap(({ path, about }): Entry[] => {
    const value = values.get(path);
    return value === undefined ? [] : [{ path, about, value }];
  });
  if (theme.darkColors !== undefined) return entries;
  const about = `${NONE}: the light colours are used in dark mode, too. Otherwise a mapping like colors.`;
  const after = entries.findLastIndex(({ path }) => path.startsWith("colors."));
  return entries.toSpliced(after + 1, 0, { path: "dark_colors", about, value: NONE });
}

function wordingLines(wording: OwnWording): string[] {
  const languages = Object.entries(wording);
  if (languages.length === 0) return ["wording: {}"];
  const lines = languages.flatMap(([language, texts]) => [
    `  ${language}:`,
    ...Object.entries(texts).map(([key, text]) => `    ${key}: ${scalar(text)}`),
  ]);
  return ["wording:", ...lines];
}

function isCatalog(type: string): type is keyof typeof catalogShapes {
  return type in catalogShapes;
}

/** Expects the entries of one section together, and writes the name of the section before the first. */
function treeLines(indent: string, entries: readonly Entry[]): string[] {
  const sections = Map.groupBy(entries, ({ path }) =>
    path.includes(".") ? path.slice(0, path.indexOf(".")) : path,
  );
  return [...sections].flatMap(([name, inside]) => {
    const [first] = inside;
    if (first?.path === name) return entryLines(indent, first);
    const below = inside.map((entry) => ({ ...entry, path: entry.path.slice(name.length + 1) }));
    return [`${indent}${name}:`, ...treeLines(`${indent}  `, below)];
  });
}

function entryLines(indent: string, { path, about, value, shape }: Entry): string[] {
  if (shape && typeof value === "object" && value.length > 0) {
    const records = (value as readonly FieldRecord[]).map((record) => specRecord(record, shape));
    const lines = stringify(records, { blockQuote: false, lineWidth: 0 }).trimEnd().split("\n");
    return [`${indent}# ${about}`, `${indent}${path}:`, ...lines.map((line) => `${indent}  ${line}`)];
  }
  const isList = typeof value === "object" && value.length > 0;
  return [
    `${indent}# ${about}`,
    isList ? `${indent}${path}:` : `${indent}${path}: ${scalar(value)}`,
    ...(isList ? value.map((item) => `${indent}  - ${scalar(item as string)}`) : []),
  ];
}

/** Words that YAML 1.1 reads as booleans, in case another program rewrites the file: we read 1.2, they may not. */
const OLD_BOOLEAN = /^(y|n|yes|no|on|off)$/i;

/** One line, quoted where it would otherwise be read as a number, a boolean or another type. */
function scalar(value: SettingValue): string {
  if (typeof value === "string" && (value.includes("\n") || OLD_BOOLEAN.test(value)))
    return JSON.stringify(value);
  return stringify(value, { blockQuote: false, lineWidth: 0 }).trimEnd();
}
