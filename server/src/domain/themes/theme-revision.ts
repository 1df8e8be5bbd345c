import type { Millis, ThemeRevisionRow } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";
import { defaultTheme, isSameTheme, readTheme, type Theme } from "./theme.ts";

/** A saved version of a project's theme. */
export type ThemeRevision = Readonly<{
  /** Empty for the default theme of a project that never had another. */
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

/** The revision of a project that never had another theme. */
export function firstRevision(project: Pick<Project, "createdAt">): ThemeRevision {
  return { id: "", theme: defaultTheme, isDefault: true, createdAt: project.createdAt, createdBy: "" };
}
