import { etagOf } from "../etag.ts";
import type { ProjectDetails } from "../projects/project-details.ts";
import { billingEtag, projectEtag } from "../projects/project-etag.ts";
import type { Theme } from "../themes/theme.ts";
import { themeEtag } from "../themes/theme-revision.ts";
import { type OwnWording, wordingEtag } from "../wording/own-wording.ts";

/** Stands for a project that does not exist yet, so that a plan to create it does not change one that does. */
export const NO_PROJECT_ETAG = "new";

/** The version of everything that a spec shows. */
export function specEtag(project: ProjectDetails, theme: Theme, wording: OwnWording): string {
  // A project without own texts has the version that it had before there were any.
  const own = Object.entries(wording).map(([language, texts]) => [language, wordingEtag(texts)]);
  return etagOf(projectEtag(project), billingEtag(project), themeEtag(theme), ...own.toSorted());
}
