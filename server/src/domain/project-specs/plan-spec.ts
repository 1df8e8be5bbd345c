import type { Project } from "../projects/project.ts";
import type { SecretChanges } from "../projects/provider-secrets.ts";
import { type ProjectState, stateOf } from "../projects/save-project.ts";
import {
  isSameValue,
  type SettingPath,
  type SettingValue,
  settingFields,
} from "../projects/setting-fields.ts";
import { defaultSettings } from "../projects/settings.ts";
import type { ParsedSpec } from "./parse-spec.ts";
import { warningsOf } from "./spec-warnings.ts";

export type SpecChange = {
  path: string;
  /** `turned_off`: a boolean that the spec omits. `secret_rewritten`: written again, no change. */
  kind: "set" | "turned_off" | "secret_rewritten";
  oldValue?: SettingValue | undefined;
  newValue?: SettingValue | undefined;
};

export type SpecPlan = {
  changes: SpecChange[];
  before: ProjectState;
  after: ProjectState;
  secrets: SecretChanges;
  warnings: string[];
};

/** A project that does not exist yet has the default settings. */
const nothing: ProjectState = stateOf({ name: "", settings: defaultSettings });

/** What applying the spec does to the project, or which project it creates. */
export function planSpec(spec: ParsedSpec, project: Project | undefined): SpecPlan {
  const before = project ? stateOf(project) : nothing;
  const after: ProjectState = {
    name: spec.name?.trim() ?? before.name,
    values: new Map(settingFields.map((field) => [field.path, desired(spec, before, field)])),
  };
  // An empty secret is the gap in a template, not a wish to lose the stored one.
  const secrets = new Map([...spec.secrets].filter(([, secret]) => secret !== ""));
  const changes: SpecChange[] = [
    ...topChanges(spec, project, after),
    ...settingFields.flatMap((field) => settingChange(spec, project, before, after, field)),
    ...[...secrets.keys()].map((path) => ({ path: `settings.${path}`, kind: "secret_rewritten" as const })),
  ];
  return { changes, before, after, secrets, warnings: warningsOf(spec, after) };
}

type Field = (typeof settingFields)[number];

/** The rules of `project apply`: who says nothing keeps numbers, time zone, lists and sections, not booleans. */
function desired(spec: ParsedSpec, before: ProjectState, { path, type }: Field): SettingValue {
  const kept = before.values.get(path) ?? "";
  const given = spec.values.get(path);
  if (path === "timezone" && given === "") return kept;
  if (given !== undefined) return given;
  const provider = /^(google|apple)\./.exec(path)?.[1];
  if (provider && !spec.sections.has(`settings.${provider}`)) return kept;
  if (type === "flag") return false;
  return provider ? "" : kept;
}

function topChanges(spec: ParsedSpec, project: Project | undefined, after: ProjectState): SpecChange[] {
  if (!project) {
    return [
      { path: "name", kind: "set", newValue: after.name },
      { path: "slug", kind: "set", newValue: spec.slug },
    ];
  }
  if (project.name === after.name) return [];
  return [{ path: "name", kind: "set", oldValue: project.name, newValue: after.name }];
}

function settingChange(
  spec: ParsedSpec,
  project: Project | undefined,
  before: ProjectState,
  after: ProjectState,
  { path, type }: Field,
): SpecChange[] {
  const [oldValue, newValue] = [before.values.get(path), after.values.get(path)];
  if (isSameValue(oldValue, newValue)) return [];
  const isOmitted = type === "flag" && !spec.values.has(path as SettingPath);
  const change = { path: `settings.${path}`, kind: isOmitted ? "turned_off" : "set", newValue } as const;
  return [project ? { ...change, oldValue } : change];
}
