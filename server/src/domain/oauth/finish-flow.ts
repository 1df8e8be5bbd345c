import type { App } from "../../app.ts";
import { hashToken, newToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import type { OauthFlow } from "../../storage/db.ts";
import { consumeOauthFlow } from "../../storage/oauth-flows.ts";
import { insertOauthHandoff } from "../../storage/oauth-handoffs.ts";
import { findProject } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import { type Project, readProject } from "../projects/project.ts";
import { appleName } from "./apple-name.ts";
import { openFlowSecrets } from "./flow-secrets.ts";
import type { OAuthProvider } from "./identity-provider.ts";
import { handoffPlace } from "./redeem-handoff.ts";
import { requireRedirectTarget } from "./redirect-target.ts";
import { type ReturnToApp, returnCancelled, returnWithCode, returnWithError } from "./return-to-app.ts";
import { callbackUrlOf, requireWebClient } from "./start-flow.ts";
import { useTokenOnce, type VerifiedToken, verifyProviderToken } from "./verify-provider-token.ts";

export const HANDOFF_SECONDS = 60;

const STATE = /^(?<projectId>[0-9a-f-]{36})\.[\w-]{43}$/;

/** The error codes of the providers when the user cancels. */
const CANCELLATIONS = new Set(["access_denied", "user_cancelled_authorize", "user_cancelled_login"]);

type FinishApp = Pick<App, "baseUrl" | "clock" | "db" | "identityProviders" | "secretBox">;

/** The parameters of the provider's redirect. They are untrusted. */
export type FinishFlowInput = Readonly<{
  state: string;
  code: string;
  error: string;
  /** From Apple, with the first consent only: JSON with a name. */
  user: string;
  /** The cookie that `startFlow` set in the browser. */
  browser: string | undefined;
}>;

/** The project of a redirect. The state contains its id, because all projects share one callback URL. */
export async function projectOfState(app: Pick<App, "db">, state: string): Promise<Project> {
  const projectId = STATE.exec(state)?.groups?.projectId;
  const row = projectId === undefined ? undefined : await findProject(app.db, projectId);
  if (!row) throw flowInvalidError("the state is malformed or its project does not exist");
  return readProject(row);
}

/**
 * Finishes a sign-in in the browser: exchanges the provider's code, stores the identity and returns to the app with a
 * one-time code. It throws if this browser has no such unused flow, or if the app's redirect target is no longer
 * allowed. An `AppError` after that is returned to the app.
 */
export async function finishFlow(
  app: FinishApp,
  project: Project,
  provider: OAuthProvider,
  input: FinishFlowInput,
): Promise<ReturnToApp> {
  const stateHash = hashToken(input.state);
  const cookieHash = hashToken(input.browser ?? "");
  const flow = await consumeOauthFlow(app.db, project.id, { stateHash, provider, cookieHash }, app.clock());
  if (!flow) throw flowInvalidError("unknown, used, expired, or of another browser or provider");
  const target = requireRedirectTarget(project.settings, flow.redirectTo);
  if (CANCELLATIONS.has(input.error)) return returnCancelled(target, flow.appState);
  try {
    const token = await identify(app, project, provider, flow, input);
    return returnWithCode(target, flow.appState, await handOff(app, project, flow, token));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return returnWithError(target, flow.appState, error);
  }
}

/** Exchanges the code at the provider. Only the ID token from the provider identifies the user. */
async function identify(
  app: FinishApp,
  project: Project,
  provider: OAuthProvider,
  flow: OauthFlow,
  input: FinishFlowInput,
): Promise<VerifiedToken> {
  if (input.error !== "")
    throw new AppError("OAUTH_TOKEN_INVALID", `provider says ${safeErrorCode(input.error)}`);
  const client = await requireWebClient(app, project, provider);
  const { codeVerifier, nonce } = openFlowSecrets(app, flow);
  const redirectUri = callbackUrlOf(app, provider);
  const granted = await app.identityProviders[provider].exchangeCode(client, {
    code: input.code,
    redirectUri,
    codeVerifier: provider === "google" ? codeVerifier : undefined, // Apple does not support PKCE
  });
  if (granted.kind === "refused") {
    throw new AppError("OAUTH_TOKEN_INVALID", `provider refused the code: ${safeErrorCode(granted.error)}`);
  }
  const presented = { provider, idToken: granted.idToken, nonce };
  const token = await verifyProviderToken(app, project, presented, "web");
  const { refreshToken } = granted;
  const appleFields =
    provider === "apple" ? { name: appleName(input.user), refreshToken, clientId: client.clientId } : {};
  return { ...token, identity: { ...token.identity, ...appleFields } };
}

/** Stores the identity and returns a one-time code, which the app redeems with its PKCE verifier. */
async function handOff(
  app: Pick<App, "clock" | "db" | "secretBox">,
  project: Project,
  { appChallenge }: OauthFlow,
  token: VerifiedToken,
): Promise<string> {
  const code = newToken();
  const codeHash = hashToken(code);
  const identity = JSON.stringify(token.identity);
  const identitySealed = app.secretBox.seal(identity, handoffPlace(project.id, codeHash));
  const now = app.clock();
  await transact(app, async (app) => {
    await useTokenOnce(app, project, token);
    await insertOauthHandoff(app.db, {
      codeHash,
      projectId: project.id,
      appChallenge,
      identitySealed,
      createdAt: now,
      expiresAt: now + HANDOFF_SECONDS * 1000,
      usedAt: null,
      sessionId: null,
    });
  });
  return code;
}

/** Returns an OAuth error code unchanged. Other text is replaced, so that nobody can write into the log. */
function safeErrorCode(error: string): string {
  return /^[a-z_]{1,40}$/.test(error) ? error : "something unreadable";
}

function flowInvalidError(detail: string): AppError {
  return new AppError("OAUTH_FLOW_INVALID", detail);
}
