import { languageTags } from "../../wording/languages.ts";
import { providerSecrets } from "../projects/provider-secrets.ts";
import { settingFields } from "../projects/setting-fields.ts";
import { ignoredThemePaths, themeFields } from "./theme-fields.ts";

/** The kind of value that a key of a spec accepts. */
export type SpecKey =
  /** `mayBeNone`: accepts `none` for a section that is not wanted. */
  | { type: "section"; keys: ReadonlyMap<string, SpecKey>; mayBeNone?: true }
  | { type: (typeof settingFields)[number]["type"] | "secret" }
  /** Own texts by the key of their sentence. Which keys there are is checked with the texts. */
  | { type: "texts" }
  /** A read-only field such as `has_*`. A dump contains it, and applying it changes nothing. */
  | { type: "ignored" };

type Section = { type: "section"; keys: Map<string, SpecKey>; mayBeNone?: true };

/** Every key of a spec: `name`, `slug`, `etag`, `settings`, `theme`, `wording` and the keys below them. */
export const specKeys: SpecKey & { type: "section" } = section([
  ["name", { type: "text" }],
  ["slug", { type: "text" }],
  ["etag", { type: "text" }],
  ["settings", settingsSection()],
  ["theme", themeSection()],
  ["wording", section(languageTags.map((language) => [language, { type: "texts" }]))],
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
