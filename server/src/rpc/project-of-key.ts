import type { App } from "../app.ts";
import type { Project } from "../domain/projects/project.ts";
import type { CallContext } from "./context.ts";
import { guard } from "./guards/guard.ts";

/** The project of a publishable key that came in an address. The guard and its limits are those of a call. */
export async function projectOfKey(
  app: Pick<App, "baseUrl" | "clock" | "db" | "newId" | "rateLimits" | "signer">,
  key: string,
  clientIp: string,
): Promise<Project> {
  const context: CallContext = {
    requestId: app.newId(),
    clientIp,
    userAgent: "",
    acceptLanguage: "",
    signal: new AbortController().signal,
    responseHeaders: {},
  };
  const { project } = await guard(app, "publishable-key", { "x-svc-key": key }, context);
  return project;
}
