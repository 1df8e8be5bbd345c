import type { App } from "../../app.ts";
import { decodeBase64url } from "../../crypto/base64url.ts";
import { hashToken, newToken } from "../../crypto/random-token.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { insertOauthFlow } from "../../storage/oauth-flows.ts";
import type { Project } from "../projects/project.ts";
import { hashNonce, newFlowSecrets, sealFlowSecrets } from "./flow-secrets.ts";
import type { OAuthProvider, ProviderClient } from "./identity-provider.ts";
import { webClient } from "./provider-client.ts";
import { requireRedirectTarget } from "./redirect-target.ts";
import { type ReturnToApp, returnWithError } from "./return-to-app.ts";

export const FLOW_SECONDS = 600;

const TOKEN = /^[\w-]{43}$/;
const APP_STATE = /^[\x20-\x7e]{0,512}$/;

type StartApp = Pick<App, "baseUrl" | "clock" | "db" | "identityProviders" | "secretBox">;

export type StartFlowInput = Readonly<{
  redirectTo: string;
  state: string;
  codeChallenge: string;
  codeChallengeMethod: string;
  /** The browser's cookie, if it has one. */
  browser: string | undefined;
}>;

/** A redirect to the provider, and the cookie that the browser must send back. */
export type ProviderRedirect = Readonly<{ kind: "go"; url: string; browser: string }>;

/**
 * Begins a sign-in in the browser. It throws if the redirect target is not allowed; any later error is returned to
 * the app.
 */
export async function startFlow(
  app: StartApp,
  project: Project,
  provider: OAuthProvider,
  input: StartFlowInput,
): Promise<ProviderRedirect | ReturnToApp> {
  const target = requireRedirectTarget(project.settings, input.redirectTo);
  try {
    return await redirectToProvider(app, project, provider, input);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return returnWithError(target, APP_STATE.test(input.state) ? input.state : "", error);
  }
}

async function redirectToProvider(
  app: StartApp,
  project: Project,
  provider: OAuthProvider,
  input: StartFlowInput,
): Promise<ProviderRedirect> {
  requireChallenge(input);
  if (!APP_STATE.test(input.state))
    throw invalidRequest("state", "must have at most 512 printable characters");
  const { clientId } = await requireWebClient(app, project, provider);

  // The cookie is kept, so that a second tab does not break the flow in the first.
  const browser = input.browser !== undefined && TOKEN.test(input.browser) ? input.browser : newToken();
  const state = `${project.id}.${newToken()}`;
  const stateHash = hashToken(state);
  const secrets = newFlowSecrets();
  const now = app.clock();
  await insertOauthFlow(app.db, {
    stateHash,
    projectId: project.id,
    provider,
    secretsSealed: sealFlowSecrets(app, { projectId: project.id, stateHash }, secrets),
    redirectTo: input.redirectTo,
    appState: input.state,
    appChallenge: input.codeChallenge,
    cookieHash: hashToken(browser),
    createdAt: now,
    expiresAt: now + FLOW_SECONDS * 1000,
  });
  const url = app.identityProviders[provider].authorizeUrl({
    clientId,
    redirectUri: callbackUrlOf(app, provider),
    state,
    nonce: hashNonce(secrets.nonce),
    codeChallenge: hashToken(secrets.codeVerifier),
  });
  return { kind: "go", url, browser };
}

/** The URL that must be registered at the provider. */
export function callbackUrlOf(app: Pick<App, "baseUrl">, provider: OAuthProvider): string {
  return `${app.baseUrl}/oauth/${provider}/callback`;
}

export async function requireWebClient(
  app: Pick<App, "clock" | "db" | "secretBox">,
  project: Project,
  provider: OAuthProvider,
): Promise<ProviderClient> {
  if (!project.settings[provider].enabled) throw new AppError("OAUTH_PROVIDER_DISABLED", provider);
  const client = await webClient(app, project, provider);
  if (!client) throw new AppError("OAUTH_PROVIDER_DISABLED", `${provider} has no client for the browser`);
  return client;
}

function requireChallenge({ codeChallenge, codeChallengeMethod }: StartFlowInput): void {
  if (codeChallengeMethod !== "S256") throw invalidRequest("code_challenge_method", "must be S256");
  if (!TOKEN.test(codeChallenge) || decodeBase64url(codeChallenge) === undefined) {
    throw invalidRequest("code_challenge", "must be the base64url SHA-256 of the verifier: 43 characters");
  }
}
