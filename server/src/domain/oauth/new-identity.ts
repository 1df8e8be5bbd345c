import type { App } from "../../app.ts";
import type { Identity, User } from "../../storage/db.ts";
import { sealAppleToken } from "./apple-token.ts";
import type { ProviderIdentity } from "./identity-provider.ts";

/** The row that links the provider account to the user. */
export function newIdentity(
  app: Pick<App, "clock" | "newId" | "secretBox">,
  user: Pick<User, "id" | "projectId">,
  proven: ProviderIdentity,
): Identity {
  const id = app.newId();
  const now = app.clock();
  return {
    id,
    projectId: user.projectId,
    userId: user.id,
    provider: proven.provider,
    subject: proven.subject,
    ...emailOf(proven),
    relayDisabledAt: null,
    refreshTokenSealed: null,
    refreshTokenClientId: null,
    createdAt: now,
    lastUsedAt: now,
    ...sealAppleToken(app, user.projectId, id, proven),
  };
}

/** The changes to an identity that is used again. If the provider sends no address this time, the old one stays. */
export function usedAgain(
  app: Pick<App, "clock" | "secretBox">,
  identity: Identity,
  proven: ProviderIdentity,
): Partial<Identity> {
  return {
    lastUsedAt: app.clock(),
    ...(proven.email === null ? {} : emailOf(proven)),
    ...sealAppleToken(app, identity.projectId, identity.id, proven),
  };
}

function emailOf({
  email,
  emailAuthoritative,
  isPrivateEmail,
}: ProviderIdentity): Pick<Identity, "email" | "emailAuthoritative" | "isPrivateEmail"> {
  return {
    email,
    emailAuthoritative: emailAuthoritative ? 1 : 0,
    isPrivateEmail: isPrivateEmail ? 1 : 0,
  };
}
