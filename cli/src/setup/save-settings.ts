import type { ProjectJson } from "@svc/proto/svc/admin/v1/project_pb";
import type { SpecChangeJson } from "@svc/proto/svc/admin/v1/project_spec_pb";
import type { Call } from "../remote/client.ts";
import { snakeCase } from "../remote/project-fields.ts";

type Section = "google" | "apple";

/** Settings of a section under the names of the contract's JSON; absent means that they stay as they are. */
export type WantedSettings = Readonly<Record<string, string | boolean | readonly string[]>>;

/** What differs from what is stored. */
function changesOf(section: Section, { settings }: ProjectJson, wanted: WantedSettings): SpecChangeJson[] {
  const stored = new Map<string, unknown>(Object.entries(settings?.[section] ?? {}));
  return Object.entries(wanted).flatMap(([key, value]): SpecChangeJson[] => {
    const [oldValue, newValue] = [JSON.stringify(stored.get(key)), JSON.stringify(value)];
    if (oldValue === newValue) return [];
    const path = `settings.${section}.${snakeCase(key)}`;
    const shownOld = isEmpty(stored.get(key)) ? "" : (oldValue ?? "");
    return [{ path, oldValue: shownOld, newValue, kind: "SPEC_CHANGE_KIND_SET" }];
  });
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

/** A project after a change, and what changed. */
export type Saved = Readonly<{ project: ProjectJson; changes: readonly SpecChangeJson[] }>;

/**
 * Writes what differs and, where one is given, the secret, which goes to the server to be sealed there.
 * Only the server can tell whether it has the same secret already.
 */
export async function saveSettings(
  call: Call,
  section: Section,
  project: ProjectJson,
  wanted: WantedSettings,
  secret: Readonly<Record<string, string>> = {},
): Promise<Saved> {
  const changes = changesOf(section, project, wanted);
  const secrets = Object.keys(secret).map((key) => `settings.${section}.${snakeCase(key)}`);
  if (changes.length === 0 && secrets.length === 0) return { project, changes };
  // Only what differs: what somebody else changes meanwhile stays as they want it.
  const paths = new Set(changes.map(({ path }) => path));
  const fields = Object.entries(wanted)
    .filter(([key]) => paths.has(`settings.${section}.${snakeCase(key)}`))
    .map(([key, value]) => [key, Array.isArray(value) ? { values: value } : value]);
  const request = {
    project: project.slug ?? "",
    settings: { [section]: { ...Object.fromEntries(fields), ...secret } },
  };
  const answer = await call("ProjectService", "updateProject", request);
  const written = secrets.filter((path) => answer.changedFields?.includes(path));
  return {
    project: answer.project ?? project,
    changes: [
      ...changes,
      ...written.map((path) => ({ path, kind: "SPEC_CHANGE_KIND_SECRET_REWRITTEN" as const })),
    ],
  };
}
