import type { ProjectRow } from "../../storage/db.ts";
import { defaultSettings, type ProjectSettings } from "./settings.ts";

export type Project = Omit<ProjectRow, "settings"> & { settings: ProjectSettings };

/** A setting that was added after the project was last saved has its default. */
export function readProject(row: ProjectRow): Project {
  const stored = JSON.parse(row.settings) as Partial<ProjectSettings>;
  return {
    ...row,
    settings: {
      ...defaultSettings,
      ...stored,
      passwordPolicy: { ...defaultSettings.passwordPolicy, ...stored.passwordPolicy },
      google: { ...defaultSettings.google, ...stored.google },
      apple: { ...defaultSettings.apple, ...stored.apple },
    },
  };
}
