import type { App } from "../../app.ts";
import { isPostgres } from "../../storage/engine.ts";
import { effectiveSmtp, type MailTransport } from "./smtp-settings.ts";

export type Instance = Readonly<{
  baseUrl: string;
  version: string;
  transport: MailTransport;
  database: "sqlite" | "postgres";
}>;

export async function describeInstance(
  app: Pick<App, "baseUrl" | "configuredSmtp" | "db" | "secretBox" | "version">,
): Promise<Instance> {
  return {
    baseUrl: app.baseUrl,
    version: app.version,
    transport: await effectiveSmtp(app),
    database: isPostgres(app.db) ? "postgres" : "sqlite",
  };
}
