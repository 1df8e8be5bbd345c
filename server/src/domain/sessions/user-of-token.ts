import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { andThen, type MaybePromise } from "../../runtime/maybe-promise.ts";
import type { User } from "../../storage/db.ts";
import { findTokenHolder, type OpenSession } from "../../storage/token-holders.ts";
import type { Project } from "../projects/project.ts";
import { issuerOf } from "../projects/urls.ts";

export type SignedIn = { user: User; session: OpenSession; hasIdentities: boolean };

/**
 * The user of an access token. It reads the database, so that a token fails as soon as its session ends or its
 * user is disabled, not only when it expires.
 */
export function userOfToken(
  app: Pick<App, "baseUrl" | "clock" | "db" | "signer">,
  project: Project,
  token: string,
): MaybePromise<SignedIn> {
  const decoded = app.signer.decode(token);
  if (!decoded) throw new AppError("ACCESS_TOKEN_INVALID", "malformed");
  const { iss, aud, exp, sub, sid } = decoded.payload;
  if (iss !== issuerOf(app, project) || aud !== project.slug) {
    throw new AppError("WRONG_PROJECT", "the token names another issuer or audience");
  }
  if (typeof sub !== "string" || typeof sid !== "string") {
    throw new AppError("ACCESS_TOKEN_INVALID", "no user or session id");
  }
  const now = app.clock();
  const { kid } = decoded.header;
  const holder = findTokenHolder(app.db, { projectId: project.id, kid, userId: sub, sessionId: sid, now });
  return andThen(holder, ({ key, user, session, hasIdentities = false }) => {
    if (!key || !app.signer.verify(key, decoded)) throw new AppError("ACCESS_TOKEN_INVALID", "bad signature");
    if (typeof exp !== "number" || exp * 1000 <= now) throw new AppError("ACCESS_TOKEN_INVALID", "expired");
    // Tells an app that repeats a deletion, because the response was lost, that it is done.
    if (!user) throw new AppError("SESSION_REVOKED", "deleted", { cause: "deleted" });
    if (!session || user.disabledAt !== null)
      throw new AppError("SESSION_REVOKED", "ended, revoked or disabled");
    return { user, session, hasIdentities };
  });
}
