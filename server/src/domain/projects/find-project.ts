import type { App } from "../../app.ts";
import { isWellFormedKey } from "../../crypto/api-keys.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import { andThen, type MaybePromise } from "../../runtime/maybe-promise.ts";
import type { ProjectRow } from "../../storage/db.ts";
import { oncePerReadSnapshot } from "../../storage/prepared.ts";
import {
  findProjectByPublishableKey,
  findProjectBySecretKeyHash,
  findProjectBySlug,
  findProjectBySlugOrId,
} from "../../storage/projects.ts";
import { schemeProblem } from "../oauth/redirect-target.ts";
import { type Project, readProject } from "./project.ts";

/** The project that a `pk_` names. */
export const projectOfPublishableKey = oncePerReadSnapshot((db, key) =>
  projectOfKey("pk_", key, () => findProjectByPublishableKey(db, { key })),
);

/** The project that an `sk_` names. */
export const projectOfSecretKey = oncePerReadSnapshot((db, key) =>
  projectOfKey("sk_", key, () => findProjectBySecretKeyHash(db, { hash: hashToken(key) })),
);

/** A mistyped key is refused without a query. */
function projectOfKey(
  prefix: "pk_" | "sk_",
  key: string,
  find: () => MaybePromise<ProjectRow | undefined>,
): MaybePromise<Project> {
  if (!isWellFormedKey(prefix, key)) throw new AppError("API_KEY_INVALID", "not well-formed");
  return andThen(find(), (row) => {
    if (!row) throw new AppError("API_KEY_INVALID", "unknown");
    return readProject(row);
  });
}

export async function requireProjectNamed(app: Pick<App, "db">, slugOrId: string): Promise<Project> {
  const row = await findProjectBySlugOrId(app.db, slugOrId);
  if (!row) throw projectNotFoundError(slugOrId);
  return readProject(row);
}

export function projectNotFoundError(slugOrId: string): AppError {
  return new AppError("NOT_FOUND", `project ${slugOrId}`, { resource: "project" });
}

type ProjectOfPages = Readonly<{ publishableKey: string; appScheme: string | undefined }>;

/**
 * For the hosted pages, which are addressed by slug and call the API like the project's apps. A saved scheme is
 * validated again, because the rules may be stricter than when it was saved.
 */
export async function projectOfPages(
  app: Pick<App, "db">,
  slug: string,
): Promise<ProjectOfPages | undefined> {
  const row = await findProjectBySlug(app.db, slug);
  if (!row) return undefined;
  const { publishableKey, settings } = readProject(row);
  const appScheme = settings.redirectSchemes.find((scheme) => schemeProblem(scheme) === undefined);
  return { publishableKey, appScheme };
}
