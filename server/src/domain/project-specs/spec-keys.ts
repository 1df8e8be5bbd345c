import { providerSecrets } from "../projects/provider-secrets.ts";
import { settingFields } from "../projects/setting-fields.ts";
import { ignoredThemePaths, themeFields } from "./theme-fields.ts";

/** What may stand at one key of a spec. */
export type SpecKey =
  /** `mayBeNone`: the word `none` may stand here instead, for a section that is not wanted. */
  | { type: "section"; keys: ReadonlyMap<string, SpecKey>; mayBeNone?: true }
  | { type: (typeof settingFields)[number]["type"] | "secret" }
  /** What the server tells of itself, such as `has_*`: it may come from a dump and changes nothing. */
  | { type: "ignored" };

type Section = { type: "section"; keys: Map<string, SpecKey>; mayBeNone?: true };

/** Every key that a spec may have: `name`, `slug`, `settings`, `theme` and what stands below them. */
export const specKeys: SpecKey & { type: "section" } = section([
  ["name", { type: "text" }],
  ["slug", { type: "text" }],
  ["settings", settingsSection()],
  ["theme", themeSection()],
]);

function settingsSection(): Section {
  const settings = section([]);
  for (const { path, type } of settingFields) put(settings, path, { type });
  for (const { path, presence } of providerSecrets) {
    put(settings, path, { type: "secret" });
    put(settings, presence, { type: "ignored" });
  }
  return settings;
}

function themeSection(): Section {
  const theme = section([["dark_colors", { ...section([]), mayBeNone: true }]]);
  for (const { path, type } of themeFields) put(theme, path, { type });
  for (const path of ignoredThemePaths) put(theme, path, { type: "ignored" });
  return theme;
}

function put(into: Section, path: string, key: SpecKey): void {
  const [name = "", ...rest] = path.split(".");
  if (rest.length === 0) {
    into.keys.set(name, key);
    return;
  }
  const below = into.keys.get(name) ?? section([]);
  into.keys.set(name, below);
  if (below.type === "section") put(below as Section, rest.join("."), key);
}

function section(keys: ReadonlyArray<readonly [string, SpecKey]>): Section {
  return { type: "section", keys: new Map(keys) };
}
