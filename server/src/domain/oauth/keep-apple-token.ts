import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { findIdentity, updateIdentity } from "../../storage/identities.ts";
import { transact } from "../../storage/transact.ts";
import type { Project } from "../projects/project.ts";
import { sealAppleToken } from "./apple-token.ts";
import { queueRevocation } from "./drop-identities.ts";
import type { ProviderIdentity } from "./identity-provider.ts";
import { appleClient } from "./provider-client.ts";
import { verifyProviderJwt } from "./verify-provider-jwt.ts";
import type { VerifiedToken } from "./verify-provider-token.ts";

type KeepApp = Pick<App, "background" | "clock" | "db" | "identityProviders" | "newId" | "secretBox">;

/**
 * Exchanges the code of Apple's SDK for a refresh token, which is needed only to tell Apple when the account is
 * deleted. It runs in the background, so that it neither delays nor fails a sign-in.
 */
export function keepAppleToken(
  app: KeepApp,
  project: Project,
  { identity: { provider, subject }, audience }: VerifiedToken,
  code: string,
): void {
  if (provider !== "apple" || code === "") return;
  app.background.run("exchange of Apple's authorization code", async () => {
    const client = await appleClient(app, project, audience);
    if (!client) return; // Apple accepts no calls without a key
    const granted = await app.identityProviders.apple.exchangeCode(client, { code });
    if (granted.kind === "refused") throw new AppError("OAUTH_TOKEN_INVALID", `code: ${granted.error}`);
    const { refreshToken, idToken } = granted;
    if (refreshToken === undefined) return;
    const { sub } = await verifyProviderJwt(app, "apple", idToken);
    // Otherwise an attacker could store another person's token, whose consent would be revoked with this account.
    if (sub !== subject) throw new AppError("OAUTH_TOKEN_INVALID", "the code belongs to another account");
    await store(app, project, subject, { provider: "apple", refreshToken, clientId: audience });
  });
}

function store(
  app: KeepApp,
  project: Project,
  subject: string,
  token: Pick<ProviderIdentity, "provider" | "refreshToken" | "clientId">,
): Promise<void> {
  return transact(app, async (app) => {
    const identity = await findIdentity(app.db, project.id, "apple", subject);
    const sealed = identity && sealAppleToken(app, project.id, identity.id, token);
    if (sealed && (await updateIdentity(app.db, project.id, identity.id, sealed))) return;
    // The user was deleted meanwhile, so the token is revoked at Apple too.
    const none = { refreshTokenSealed: null, refreshTokenClientId: null };
    const id = app.newId();
    await queueRevocation(app, {
      id,
      projectId: project.id,
      ...none,
      ...sealAppleToken(app, project.id, id, token),
    });
  });
}
