import type { Millis, ThemeRevisionRow } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";
import { defaultTheme, isSameTheme, readTheme, type Theme } from "./theme.ts";

/** The theme of a project at one point of time. */
export type ThemeRevision = Readonly<{
  /** Empty for the look of a project that never had another. */
  id: string;
  theme: Theme;
  isDefault: boolean;
  createdAt: Millis;
  createdBy: string;
}>;

export function readRevision({ id, theme: stored, createdAt, createdBy }: ThemeRevisionRow): ThemeRevision {
  const theme = readTheme(stored);
  return { id, theme, isDefault: isSameTheme(theme, defaultTheme), createdAt, createdBy };
}

/** What a project looks like that never had another theme. */
export function firstRevision(project: Pick<Project, "createdAt">): ThemeRevision {
  return { id: "", theme: defaultTheme, isDefault: true, createdAt: project.createdAt, createdBy: "" };
}
