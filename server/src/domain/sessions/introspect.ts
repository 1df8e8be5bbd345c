import type { App } from "../../app.ts";
import type { JwtPayload } from "../../crypto/es256.ts";
import { AppError } from "../../errors.ts";
import { type Soon, whenThere } from "../../soon.ts";
import type { Identity, User } from "../../storage/db.ts";
import { findProjectBySlug } from "../../storage/projects.ts";
import { findTokenHolder } from "../../storage/token-holders.ts";
import { listIdentities } from "../../storage/users.ts";
import type { Project } from "../projects/project.ts";
import { issuerOf } from "../projects/urls.ts";

export type Introspection =
  | { active: true; claims: JwtPayload; user: User; identities: Identity[] }
  | { active: false; reason: InactiveReason; claims?: JwtPayload };

export type InactiveReason = "expired" | "revoked" | "disabled" | "deleted" | "unknown_key" | "malformed";

/** Whether an access token is good at this moment, and if not, why. Only another project's token is refused. */
export function introspect(
  app: Pick<App, "baseUrl" | "clock" | "db" | "signer">,
  project: Project,
  token: string,
): Soon<Introspection> {
  const decoded = app.signer.decode(token);
  if (!decoded) return { active: false, reason: "malformed" };
  const { payload: claims } = decoded;
  if (claims.aud !== project.slug || claims.iss !== issuerOf(app, project))
    return ofAnotherProject(app, claims);
  const now = app.clock();
  const holder = findTokenHolder(app.db, {
    projectId: project.id,
    kid: decoded.header.kid,
    userId: String(claims.sub),
    sessionId: String(claims.sid),
    now,
  });
  return whenThere(holder, ({ key, user, session, hasIdentities }) => {
    if (!key || !app.signer.verify(key, decoded)) return { active: false, reason: "unknown_key" };
    if (typeof claims.exp !== "number" || claims.exp * 1000 <= now)
      return { active: false, reason: "expired", claims };
    if (!user) return { active: false, reason: "deleted", claims };
    if (user.disabledAt !== null) return { active: false, reason: "disabled", claims };
    if (!session) return { active: false, reason: "revoked", claims };
    const identities = hasIdentities ? listIdentities(app.db, project.id, user.id) : [];
    return whenThere(identities, (identities) => ({ active: true, claims, user, identities }));
  });
}

async function ofAnotherProject(
  app: Pick<App, "baseUrl" | "db">,
  { aud, iss }: JwtPayload,
): Promise<Introspection> {
  const isOurs = typeof aud === "string" && iss === issuerOf(app, { slug: aud });
  if (isOurs && (await findProjectBySlug(app.db, aud)))
    throw new AppError("WRONG_PROJECT", `a token of ${aud}`);
  return { active: false, reason: "unknown_key" };
}
