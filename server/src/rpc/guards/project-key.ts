import type { IncomingHttpHeaders } from "node:http";
import type { App } from "../../app.ts";
import { projectOfPublishableKey, projectOfSecretKey } from "../../domain/projects/find-project.ts";
import type { Project } from "../../domain/projects/project.ts";
import { AppError } from "../../errors.ts";
import type { MaybePromise } from "../../runtime/maybe-promise.ts";
import { apiKeyOf } from "./credentials.ts";

/** Resolves the project from `x-svc-key`. The other kind of key opens the other surface only. */
export function projectByKey(
  app: Pick<App, "db">,
  prefix: "pk_" | "sk_",
  headers: IncomingHttpHeaders,
): MaybePromise<Project> {
  const key = apiKeyOf(headers);
  const other = prefix === "pk_" ? "sk_" : "pk_";
  if (key.startsWith(other)) throw new AppError("WRONG_SURFACE", `a ${other} key on a ${prefix} surface`);
  return prefix === "pk_" ? projectOfPublishableKey(app.db, key) : projectOfSecretKey(app.db, key);
}
