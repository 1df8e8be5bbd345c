import type { App } from "../../app.ts";
import type { JwtPayload } from "../../crypto/es256.ts";
import { AppError } from "../../errors.ts";
import { andThen, type MaybePromise } from "../../runtime/maybe-promise.ts";
import type { Identity, Millis } from "../../storage/db.ts";
import { requireUnchanged } from "../../storage/project-version.ts";
import { findProjectBySlug } from "../../storage/projects.ts";
import {
  findHolderWithSignIn,
  findTokenHolder,
  type NamedByToken,
  type TokenHolder,
  type UserWithSignIn,
} from "../../storage/token-holders.ts";
import type { Project } from "../projects/project.ts";
import { issuerOf } from "../projects/urls.ts";
import type { SeenToken } from "../signing-keys/signer.ts";

export type Introspection =
  /** A token that the project signed. Its claims are known even if it is no longer active. */
  | { claims: JwtPayload; inactive?: InactiveReason; holder?: KnownHolder }
  /** Any other token. None of its claims are trusted. */
  | { claims?: never; inactive: InactiveReason; holder?: never };

type KnownHolder = { user: UserWithSignIn; identities: Identity[] };

export type InactiveReason = "expired" | "revoked" | "disabled" | "deleted" | "unknown_key" | "malformed";

/** Whether an access token is active now, and if not, why. Throws only for a token of another project. */
export function introspect(
  app: Pick<App, "baseUrl" | "clock" | "db" | "signer">,
  project: Project,
  token: string,
): MaybePromise<Introspection> {
  const decoded = app.signer.decode(token);
  const { aud, iss, sub, sid } = decoded?.payload ?? {};
  if (!decoded || typeof sub !== "string" || typeof sid !== "string") {
    return andThen(requireUnchanged(app.db, project), () => ({ inactive: "malformed" }));
  }
  const { payload: claims } = decoded;
  const now = app.clock();
  const named = { kid: decoded.header.kid, userId: sub, sessionId: sid, now };
  if (aud !== project.slug || iss !== issuerOf(app, project)) {
    return andThen(requireUnchanged(app.db, project), () => ofAnotherProject(app, decoded, named));
  }
  return andThen(findHolderWithSignIn(app.db, project, named), (holder) => {
    const { key, user, identities = [] } = holder;
    if (!key || !app.signer.verify(key, decoded)) return { inactive: "unknown_key" };
    const inactive = whyInactive(claims, holder, now);
    const known = { claims, ...(inactive && { inactive }) };
    return user ? { ...known, holder: { user, identities } } : known;
  });
}

function whyInactive(
  { exp }: JwtPayload,
  { user, session }: Pick<TokenHolder, "user" | "session">,
  now: Millis,
): InactiveReason | undefined {
  if (typeof exp !== "number" || exp * 1000 <= now) return "expired";
  if (!user) return "deleted";
  if (user.disabledAt !== null) return "disabled";
  return session ? undefined : "revoked";
}

/** Throws only if the other project signed it, so that forged tokens do not reveal which projects exist. */
async function ofAnotherProject(
  app: Pick<App, "baseUrl" | "db" | "signer">,
  token: SeenToken,
  named: NamedByToken,
): Promise<Introspection> {
  const { aud, iss } = token.payload;
  const isOurs = typeof aud === "string" && iss === issuerOf(app, { slug: aud });
  const other = isOurs ? await findProjectBySlug(app.db, aud) : undefined;
  const { key } = other ? await findTokenHolder(app.db, { id: other.id }, named) : {};
  if (key && app.signer.verify(key, token)) throw new AppError("WRONG_PROJECT", `a token of ${aud}`);
  return { inactive: "unknown_key" };
}
