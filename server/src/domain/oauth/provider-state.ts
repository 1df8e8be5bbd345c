import type { App } from "../../app.ts";
import type { Project } from "../projects/project.ts";
import { detailsOf, type ProjectDetails } from "../projects/project-details.ts";
import { type OAuthProvider, oauthProviders } from "./identity-provider.ts";

/** How far a provider is set up, according to the settings. */
export type ProviderState = Readonly<{
  provider: OAuthProvider;
  enabled: boolean;
  /** Apps can sign users in with the provider's own SDK. */
  nativeReady: boolean;
  browserReady: boolean;
  /** Paths of the settings that are missing for sign-in through the browser. */
  missingForBrowser: string[];
}>;

/** The providers through which the project's apps can sign users in in a browser. */
export async function browserProviders(
  app: Pick<App, "db">,
  project: Project,
): Promise<ReadonlySet<OAuthProvider>> {
  // Apps call this at every start, and most projects have no provider.
  const isNone = oauthProviders.every((provider) => !project.settings[provider].enabled);
  const states = isNone ? [] : providerStates(await detailsOf(app, project));
  return new Set(states.flatMap(({ provider, browserReady }) => (browserReady ? [provider] : [])));
}

export function providerStates(project: Pick<ProjectDetails, "settings" | "secrets">): ProviderState[] {
  return oauthProviders.map((provider) => providerState(project, provider));
}

function providerState(
  { settings: { google, apple }, secrets }: Pick<ProjectDetails, "settings" | "secrets">,
  provider: OAuthProvider,
): ProviderState {
  const isGoogle = provider === "google";
  const { enabled } = isGoogle ? google : apple;
  const parts = isGoogle
    ? {
        "google.web_client_id": google.webClientId !== "",
        "google.web_client_secret": secrets.has("google_web_client_secret"),
      }
    : {
        "apple.services_id": apple.servicesId !== "",
        "apple.team_id": apple.teamId !== "",
        "apple.key_id": apple.keyId !== "",
        "apple.private_key": secrets.has("apple_private_key"),
      };
  const missingForBrowser = Object.entries(parts).flatMap(([path, isThere]) => (isThere ? [] : [path]));
  const hasAudience = isGoogle
    ? google.webClientId !== "" || google.iosClientId !== ""
    : apple.bundleId !== "";
  return {
    provider,
    enabled,
    nativeReady: enabled && hasAudience,
    browserReady: enabled && missingForBrowser.length === 0,
    missingForBrowser,
  };
}
