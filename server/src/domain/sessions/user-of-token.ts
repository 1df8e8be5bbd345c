import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { andThen, type MaybePromise } from "../../runtime/maybe-promise.ts";
import type { Identity, User } from "../../storage/db.ts";
import { requireUnchanged } from "../../storage/project-version.ts";
import { findTokenHolder, type OpenSession } from "../../storage/token-holders.ts";
import type { Project } from "../projects/project.ts";
import { issuerOf } from "../projects/urls.ts";
import type { SeenToken } from "../signing-keys/signer.ts";

export type SignedIn = { user: User; session: OpenSession; identities: Identity[] };

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
  const failure = decoded
    ? whyForeign(app, project, decoded)
    : new AppError("ACCESS_TOKEN_INVALID", "malformed");
  if (!decoded || failure) {
    return andThen(requireUnchanged(app.db, project), () => {
      throw failure;
    });
  }
  const { exp, sub, sid } = decoded.payload as { exp: unknown; sub: string; sid: string };
  const now = app.clock();
  const { kid } = decoded.header;
  const holder = findTokenHolder(app.db, project, { kid, userId: sub, sessionId: sid, now });
  return andThen(holder, ({ key, user, session, identities = [] }) => {
    if (!key || !app.signer.verify(key, decoded)) throw new AppError("ACCESS_TOKEN_INVALID", "bad signature");
    if (typeof exp !== "number" || exp * 1000 <= now) throw new AppError("ACCESS_TOKEN_INVALID", "expired");
    // Tells an app that repeats a deletion, because the response was lost, that it is done.
    if (!user) throw new AppError("SESSION_REVOKED", "deleted", { cause: "deleted" });
    if (!session || user.disabledAt !== null)
      throw new AppError("SESSION_REVOKED", "ended, revoked or disabled");
    return { user, session, identities };
  });
}

/** Why no user of this project can have the token, whatever the database says. */
function whyForeign(
  app: Pick<App, "baseUrl">,
  project: Project,
  { payload: { iss, aud, sub, sid } }: SeenToken,
): AppError | undefined {
  if (aud !== project.slug) return new AppError("WRONG_PROJECT", "the token names another audience");
  // From before a change of the base URL: the app refreshes, and the new token names the new issuer.
  if (iss !== issuerOf(app, project))
    return new AppError("ACCESS_TOKEN_INVALID", "the token names another issuer");
  if (typeof sub === "string" && typeof sid === "string") return undefined;
  return new AppError("ACCESS_TOKEN_INVALID", "no user or session id");
}
