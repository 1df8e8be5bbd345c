import type { App } from "../../app.ts";
import { getProject } from "../projects/project-details.ts";
import { checkApple } from "./check-apple.ts";
import { checkGoogle } from "./check-google.ts";
import type { OAuthProvider } from "./identity-provider.ts";
import type { ProviderCheck } from "./provider-check.ts";

/** Looks at the settings of a provider and tries them at the provider. Changes nothing, here and there. */
export async function checkProvider(
  app: Pick<App, "baseUrl" | "clock" | "configuredSmtp" | "db" | "identityProviders" | "secretBox">,
  slugOrId: string,
  provider: OAuthProvider,
): Promise<ProviderCheck[]> {
  const project = await getProject(app, slugOrId);
  return provider === "google" ? checkGoogle(app, project) : checkApple(app, project);
}
