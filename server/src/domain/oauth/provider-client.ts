import type { App } from "../../app.ts";
import { loadPrivateKey, signEs256 } from "../../crypto/es256.ts";
import type { Project } from "../projects/project.ts";
import { openProviderSecret } from "../projects/provider-secrets.ts";
import type { OAuthProvider, ProviderClient } from "./identity-provider.ts";

const SECRET_SECONDS = 300;

/** The client for the web redirect; undefined when a setting is missing. */
export function webClient(
  app: Pick<App, "clock" | "db" | "secretBox">,
  project: Project,
  provider: OAuthProvider,
): Promise<ProviderClient | undefined> {
  const { google, apple } = project.settings;
  return provider === "google"
    ? googleClient(app, project, google.webClientId)
    : appleClient(app, project, apple.servicesId);
}

async function googleClient(
  app: Pick<App, "db" | "secretBox">,
  project: Project,
  clientId: string,
): Promise<ProviderClient | undefined> {
  const clientSecret = await openProviderSecret(app, project.id, "google_web_client_secret");
  return clientId === "" || clientSecret === undefined ? undefined : { clientId, clientSecret };
}

/** `clientId` is the bundle id or the Services ID. Apple's client secret is a JWT that is signed for each use. */
export async function appleClient(
  app: Pick<App, "clock" | "db" | "secretBox">,
  project: Project,
  clientId: string,
): Promise<ProviderClient | undefined> {
  const { teamId, keyId } = project.settings.apple;
  const pem = await openProviderSecret(app, project.id, "apple_private_key");
  if (clientId === "" || teamId === "" || keyId === "" || pem === undefined) return undefined;
  const iat = Math.floor(app.clock() / 1000);
  const clientSecret = signEs256(loadPrivateKey(pem), keyId, {
    iss: teamId,
    sub: clientId,
    aud: "https://appleid.apple.com",
    iat,
    exp: iat + SECRET_SECONDS,
  });
  return { clientId, clientSecret };
}
