import type { IncomingHttpHeaders } from "node:http";
import type { App } from "../../app.ts";
import { projectOfPublishableKey, projectOfSecretKey } from "../../domain/projects/find-project.ts";
import { refuseEndedKey } from "../../domain/projects/old-secret-key.ts";
import type { Project } from "../../domain/projects/project.ts";
import {
  forgetProject,
  rememberedProject,
  rememberProject,
} from "../../domain/projects/remembered-projects.ts";
import { AppError } from "../../errors.ts";
import { andThen, type MaybePromise } from "../../runtime/maybe-promise.ts";
import { apiKeyOf } from "./credentials.ts";

export type KeyPrefix = "pk_" | "sk_";

/** Resolves the project from `x-svc-key`. The other kind of key opens the other surface only. */
export function projectByKey(
  app: Pick<App, "clock" | "db">,
  prefix: KeyPrefix,
  headers: IncomingHttpHeaders,
): MaybePromise<Project> {
  const key = keyOf(prefix, headers);
  const project = prefix === "pk_" ? projectOfPublishableKey(app.db, key) : projectOfSecretKey(app.db, key);
  return andThen(project, (project) => {
    if (prefix === "sk_") refuseEndedKey(app, project, key);
    rememberProject(app.db, key, project);
    return project;
  });
}

/** The same, or the project as an earlier call read it: for callers that compare its version. */
export function comparedProjectByKey(
  app: Pick<App, "clock" | "db">,
  prefix: KeyPrefix,
  headers: IncomingHttpHeaders,
): MaybePromise<Project> {
  const key = keyOf(prefix, headers);
  const remembered = rememberedProject(app.db, key);
  if (!remembered) return projectByKey(app, prefix, headers);
  if (prefix === "sk_") refuseEndedKey(app, remembered, key);
  return remembered;
}

/** A project that was read in this call. No statement compares it again. */
export function uncompared(project: Project): Project {
  return project.version ? { ...project, version: null } : project;
}

/** Reads a project that turned out to have changed. */
export async function changedProjectByKey(
  app: Pick<App, "clock" | "db">,
  prefix: KeyPrefix,
  headers: IncomingHttpHeaders,
): Promise<Project> {
  forgetProject(app.db, keyOf(prefix, headers));
  return uncompared(await projectByKey(app, prefix, headers));
}

function keyOf(prefix: KeyPrefix, headers: IncomingHttpHeaders): string {
  const key = apiKeyOf(headers);
  const other = prefix === "pk_" ? "sk_" : "pk_";
  if (key.startsWith(other)) throw new AppError("WRONG_SURFACE", `a ${other} key on a ${prefix} surface`);
  return key;
}
