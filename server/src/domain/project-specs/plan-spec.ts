import { storeNames } from "../billing/stores.ts";
import type { Project } from "../projects/project.ts";
import type { SecretChanges } from "../projects/provider-secrets.ts";
import { type ProjectState, stateOf } from "../projects/save-project.ts";
import { isSameValue, type SettingValue, settingFields } from "../projects/setting-fields.ts";
import { defaultSettings } from "../projects/settings.ts";
import { defaultTheme, type Theme } from "../themes/theme.ts";
import type { OwnWording } from "../wording/own-wording.ts";
import type { ParsedSpec, SpecToApply } from "./parse-spec.ts";
import { planTheme, type ThemePlan } from "./plan-theme.ts";
import { planWording, type WordingPlan } from "./plan-wording.ts";
import type { SpecChange } from "./spec-change.ts";
import { warningsOf } from "./spec-warnings.ts";

export type SpecPlan = {
  changes: SpecChange[];
  before: ProjectState;
  after: ProjectState;
  secrets: SecretChanges;
  theme: ThemePlan;
  wording: WordingPlan;
  warnings: string[];
  isMerged: boolean;
};

/** The current state of a project. */
export type LiveProject = { project: Project; theme: Theme; wording: OwnWording };

/** A project that does not exist yet has the default settings. */
const nothing: ProjectState = stateOf({ name: "", settings: defaultSettings });

/** What applying the spec changes, or which project it creates. */
export function planSpec(spec: SpecToApply, live: LiveProject | undefined): SpecPlan {
  const before = live ? stateOf(live.project) : nothing;
  const after: ProjectState = {
    name: spec.name?.trim() ?? before.name,
    values: new Map(settingFields.map((field) => [field.path, desired(spec, before, field)])),
  };
  // An empty secret is a placeholder in a template; it does not delete the stored one.
  const secrets = new Map([...spec.secrets].filter(([, secret]) => secret !== ""));
  const theme = planTheme(spec, live?.theme ?? defaultTheme);
  const wording = planWording(spec, live?.wording ?? {});
  const changes: SpecChange[] = [
    ...nameChanges(before, after),
    ...(live ? [] : [{ path: "slug", kind: "set", newValue: spec.slug } as const]),
    ...settingFields.flatMap((field) => settingChanges(spec, before, after, field)),
    ...theme.changes,
    ...wording.changes,
    ...[...secrets.keys()].map((path) => ({ path: `settings.${path}`, kind: "secret_rewritten" as const })),
  ];
  return {
    changes: live ? changes : changes.map((change) => ({ ...change, oldValue: undefined })),
    before,
    after,
    secrets,
    theme,
    wording,
    warnings: warningsOf(spec, after),
    isMerged: spec.merge === true,
  };
}

type Field = (typeof settingFields)[number];

/** Sections that belong together: who writes one writes all of it. */
const PROVIDER = new RegExp(`^(google|apple|billing\\.(${storeNames.join("|")}))(?=\\.)`);

/**
 * The rules of `project apply`: numbers, the time zone, lists and sections that the spec leaves out stay unchanged;
 * booleans become false. With `merge` everything that is left out stays unchanged.
 */
function desired(spec: SpecToApply, before: ProjectState, { path, type }: Field): SettingValue {
  const kept = before.values.get(path) ?? "";
  const given = spec.values.get(path);
  if (path === "timezone" && given === "") return kept;
  if (given !== undefined) return given;
  if (spec.merge) return kept;
  const provider = PROVIDER.exec(path)?.[0];
  const section = provider ?? /^(billing|passkeys)(?=\.)/.exec(path)?.[0];
  if (section && !spec.sections.has(`settings.${section}`)) return kept;
  if (type === "flag") return false;
  if (!provider) return kept;
  return type === "list" ? [] : "";
}

function nameChanges(before: ProjectState, after: ProjectState): SpecChange[] {
  if (before.name === after.name) return [];
  return [{ path: "name", kind: "set", oldValue: before.name, newValue: after.name }];
}

function settingChanges(
  spec: ParsedSpec,
  before: ProjectState,
  after: ProjectState,
  { path, type }: Field,
): SpecChange[] {
  const [oldValue, newValue] = [before.values.get(path), after.values.get(path)];
  if (isSameValue(oldValue, newValue)) return [];
  const isOmitted = type === "flag" && !spec.values.has(path);
  return [{ path: `settings.${path}`, kind: isOmitted ? "turned_off" : "set", oldValue, newValue }];
}
