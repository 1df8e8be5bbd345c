import type { ProjectRow } from "../../storage/db.ts";
import { defaultSettings, type ProjectSettings } from "./settings.ts";

export type Project = Omit<ProjectRow, "settings"> & { settings: ProjectSettings };

/** A setting that was added after the project was last saved has its default. */
export function readProject(row: ProjectRow): Project {
  return {
    ...row,
    settings: { ...defaultSettings, ...(JSON.parse(row.settings) as Partial<ProjectSettings>) },
  };
}
