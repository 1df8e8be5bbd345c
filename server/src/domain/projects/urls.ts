import type { App } from "../../app.ts";
import type { Project } from "./project.ts";

/** The `iss` of the project's tokens and the base URL of its pages. Never derived from a request. */
export function issuerOf(app: Pick<App, "baseUrl">, project: Pick<Project, "slug">): string {
  return `${app.baseUrl}/p/${project.slug}`;
}

export function jwksUrlOf(app: Pick<App, "baseUrl">, project: Pick<Project, "slug">): string {
  return `${issuerOf(app, project)}/.well-known/jwks.json`;
}
