import type { App } from "../../src/app.ts";
import { type AdminWithSession, adminOfSession } from "../../src/domain/admins/admin-session.ts";
import type { Actor } from "../../src/domain/analytics/record-event.ts";
import type { Credential } from "../../src/domain/oauth/proof.ts";
import { projectOfPublishableKey, projectOfSecretKey } from "../../src/domain/projects/find-project.ts";
import type { Project } from "../../src/domain/projects/project.ts";
import { type SignedIn, userOfToken } from "../../src/domain/sessions/user-of-token.ts";
import type { UserScope } from "../../src/domain/users/scope.ts";
import { OWNER_RIGHTS } from "../../src/testing/owner-rights.ts";
import type { Claims } from "../../src/testing/token-issuer.ts";
import { idToken, NONCE } from "./provider-stand-in.ts";
import type { World } from "./world.ts";

export const IP = "192.0.2.7";
export const DEVICE = { ip: IP, userAgent: "explorer" };
/** What the guards do with every call: whoever pauses between a guard and its use case acts on what the guard saw. */
export async function asApp(app: App, { project }: World): Promise<Project> {
  return projectOfPublishableKey(app.db, project.publishableKey);
}

export async function asUser(
  app: App,
  world: World,
  session: 0 | 1 = 0,
): Promise<{ project: Project; signedIn: SignedIn }> {
  const project = await asApp(app, world);
  const signedIn = await userOfToken(app, project, world.person.sessions[session].accessToken);
  return { project, signedIn };
}

export async function asBackend(app: App, { secretKey }: World): Promise<UserScope> {
  const project = await projectOfSecretKey(app.db, secretKey);
  return { project, by: { actor: "backend", ip: IP }, tellsOtherProjects: true };
}

export function asAdmin(app: App, { admin }: World): Promise<AdminWithSession> {
  return adminOfSession(app, admin.sessionToken);
}

export function asColleague(app: App, { admin }: World): Promise<AdminWithSession> {
  return adminOfSession(app, admin.colleague.sessionToken);
}

/** Whom a call of the console names, with the session that let it in. */
export function byAdmin({ admin, session }: AdminWithSession): Actor {
  const credential = {
    adminId: admin.id,
    rights: OWNER_RIGHTS,
    kind: "session",
    hash: session.hash,
  } as const;
  return { actor: `admin:${admin.email}`, ip: IP, credential };
}

/** The same for the administrator's personal access token. */
export function byToken({ admin: { id, email, tokenId } }: World): Actor {
  const credential = { adminId: id, rights: OWNER_RIGHTS, kind: "token", tokenId } as const;
  return { actor: `admin:${email}`, ip: IP, credential };
}

/** The same token for both sides that ask for the same account: it is good for one of them. */
export function credentialOf(
  app: App,
  world: World,
  provider: "google" | "apple",
  claims: Claims,
): Credential {
  const key = `${provider} ${JSON.stringify(claims)}`;
  let token = world.idTokens.get(key);
  if (token === undefined) {
    token = idToken(provider, app.clock(), claims);
    world.idTokens.set(key, token);
  }
  return { provider, idToken: token, nonce: NONCE, authorizationCode: "", displayName: "" };
}
