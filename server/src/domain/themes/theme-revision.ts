import type { Millis, ThemeRevisionRow } from "../../storage/db.ts";
import { etagOf } from "../etag.ts";
import type { Project } from "../projects/project.ts";
import { defaultTheme, isSameTheme, readTheme, storedForm, type Theme } from "./theme.ts";

/** A saved version of a project's theme. */
export type ThemeRevision = Readonly<{
  /** Empty for the default theme of a project that never had another. */
  id: string;
  theme: Theme;
  isDefault: boolean;
  createdAt: Millis;
  createdBy: string;
  etag: string;
}>;

export function readRevision({ id, theme: stored, createdAt, createdBy }: ThemeRevisionRow): ThemeRevision {
  const theme = readTheme(stored);
  const isDefault = isSameTheme(theme, defaultTheme);
  return { id, theme, isDefault, createdAt, createdBy, etag: themeEtag(theme) };
}

/** The revision of a project that never had another theme. */
export function firstRevision(project: Pick<Project, "createdAt">): ThemeRevision {
  const { createdAt } = project;
  const etag = themeEtag(defaultTheme);
  return { id: "", theme: defaultTheme, isDefault: true, createdAt, createdBy: "", etag };
}

/** The version of the theme. */
export function themeEtag(theme: Theme): string {
  return etagOf(storedForm(theme));
}
