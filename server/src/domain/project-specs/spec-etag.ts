import { etagOf } from "../etag.ts";
import type { ProjectDetails } from "../projects/project-details.ts";
import { billingEtag, projectEtag } from "../projects/project-etag.ts";
import type { Theme } from "../themes/theme.ts";
import { themeEtag } from "../themes/theme-revision.ts";

/** Stands for a project that does not exist yet, so that a plan to create it does not change one that does. */
export const NO_PROJECT_ETAG = "new";

/** The version of everything that a spec shows. */
export function specEtag(project: ProjectDetails, theme: Theme): string {
  return etagOf(projectEtag(project), billingEtag(project), themeEtag(theme));
}
