import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { Identity, User } from "../../storage/db.ts";
import { findActiveSigningKey } from "../../storage/signing-keys.ts";
import { listIdentities } from "../../storage/users.ts";
import type { Project } from "../projects/project.ts";
import { issuerOf } from "../projects/urls.ts";

export const ACCESS_TOKEN_SECONDS = 15 * 60;

export type TokenPair = {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
  user: User;
  identities: Identity[];
};

/** Signs an access token for the session and puts it beside its refresh token. Call it after the transaction. */
export async function tokenPair(
  app: Pick<App, "baseUrl" | "clock" | "db" | "signer">,
  project: Project,
  user: User,
  session: { sessionId: string; refreshToken: string },
): Promise<TokenPair> {
  const [key, identities] = await Promise.all([
    findActiveSigningKey(app.db, { projectId: project.id }),
    listIdentities(app.db, project.id, user.id),
  ]);
  // The project was deleted since the call began, and its keys with it.
  if (!key) throw new AppError("API_KEY_INVALID", "the project is gone");
  const iat = Math.floor(app.clock() / 1000);
  const accessToken = app.signer.sign(key, {
    iss: issuerOf(app, project),
    sub: user.id,
    aud: project.slug,
    iat,
    exp: iat + ACCESS_TOKEN_SECONDS,
    sid: session.sessionId,
    ...(user.email === null ? {} : { email: user.email }),
    email_verified: user.emailVerifiedAt !== null,
    ...(user.guestSince === null ? {} : { anonymous: true }),
    claims: JSON.parse(user.customClaims),
  });
  return {
    accessToken,
    refreshToken: session.refreshToken,
    expiresIn: ACCESS_TOKEN_SECONDS,
    user,
    identities,
  };
}
