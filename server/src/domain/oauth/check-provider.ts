import type { App } from "../../app.ts";
import { getProject } from "../projects/project-details.ts";
import { checkApple } from "./check-apple.ts";
import { checkGoogle } from "./check-google.ts";
import type { OAuthProvider } from "./identity-provider.ts";
import type { ProviderCheck } from "./provider-check.ts";

/** Checks the settings of a provider, also with the provider itself. Changes nothing. */
export async function checkProvider(
  app: Pick<App, "baseUrl" | "clock" | "configuredSmtp" | "db" | "identityProviders" | "secretBox">,
  slugOrId: string,
  provider: OAuthProvider,
): Promise<ProviderCheck[]> {
  const project = await getProject(app, slugOrId);
  return provider === "google" ? checkGoogle(app, project) : checkApple(app, project);
}
