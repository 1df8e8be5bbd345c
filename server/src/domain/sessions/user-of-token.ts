import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { Session, User } from "../../storage/db.ts";
import { findSessionUser } from "../../storage/sessions.ts";
import { findPublishedSigningKey } from "../../storage/signing-keys.ts";
import type { Project } from "../projects/project.ts";
import { issuerOf } from "../projects/urls.ts";

export type SignedIn = { user: User; session: Session };

/**
 * Whose access token this is. Checked online, so that a token fails at once when its session has
 * ended or its user is disabled, not only when it expires.
 */
export async function userOfToken(
  app: Pick<App, "baseUrl" | "clock" | "db" | "signer">,
  project: Project,
  token: string,
): Promise<SignedIn> {
  const decoded = app.signer.decode(token);
  if (!decoded) throw new AppError("ACCESS_TOKEN_INVALID", "malformed");
  const { iss, aud, exp, sid } = decoded.payload;
  if (iss !== issuerOf(app, project) || aud !== project.slug) {
    throw new AppError("WRONG_PROJECT", "the token names another issuer or audience");
  }
  const now = app.clock();
  const key = await findPublishedSigningKey(app.db, project.id, decoded.header.kid, now);
  if (!key || !app.signer.verify(key, decoded)) throw new AppError("ACCESS_TOKEN_INVALID", "bad signature");
  if (typeof exp !== "number" || exp * 1000 <= now) throw new AppError("ACCESS_TOKEN_INVALID", "expired");
  if (typeof sid !== "string") throw new AppError("ACCESS_TOKEN_INVALID", "no session id");

  const signedIn = await findSessionUser(app.db, project.id, sid, now);
  if (!signedIn) throw new AppError("SESSION_REVOKED", "ended, revoked, disabled or deleted");
  return signedIn;
}
