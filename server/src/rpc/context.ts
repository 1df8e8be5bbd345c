import type { AdminCredential } from "../domain/admins/admin-credential.ts";
import type { AdminWithSession } from "../domain/admins/admin-session.ts";
import type { Actor } from "../domain/analytics/record-event.ts";
import type { Project } from "../domain/projects/project.ts";
import type { Device } from "../domain/sessions/device.ts";
import type { SignedIn } from "../domain/sessions/user-of-token.ts";
import { AppError, invalidRequest } from "../errors.ts";
import type { Admin } from "../storage/db.ts";

/** What a guard found out about a call, and what its handler may use. */
export type CallContext = {
  readonly requestId: string;
  readonly clientIp: string;
  readonly userAgent: string;
  /** Aborted when the caller goes away or its deadline passes. */
  readonly signal: AbortSignal;
  /** Added to the answer's headers. */
  readonly responseHeaders: Record<string, string | string[]>;
  project?: Project;
  signedIn?: SignedIn;
  /** Why the Bearer token was not accepted, where a method can do without one. */
  bearerFailure?: AppError;
  admin?: Admin;
  /** The administrator's session. Absent with a personal access token. */
  adminSession?: AdminWithSession["session"];
  /** The administrator's personal access token. Absent with a session. */
  adminTokenId?: string;
  /** What the administrator's cookie holds, unproven, where a method replaces or ends it. */
  adminCookie?: string | undefined;
  /** The device token that the administrator's browser keeps, unproven. */
  adminDeviceCookie?: string | undefined;
  /** The id of the caller's device token, where it was issued for the account in question and counts. */
  knownDevice?: string;
};

export function requireProject(context: CallContext): Project {
  if (!context.project)
    throw new AppError("API_KEY_MISSING", "the method's access does not resolve a project");
  return context.project;
}

export function requireSignedIn(context: CallContext): SignedIn {
  if (!context.signedIn)
    throw new AppError("ACCESS_TOKEN_INVALID", "the method's access does not resolve a user");
  return context.signedIn;
}

export function requireAdmin(context: CallContext): Admin {
  if (!context.admin)
    throw new AppError("ADMIN_UNAUTHENTICATED", "the method's access does not resolve an admin");
  return context.admin;
}

export function requireAdminSession(context: CallContext): AdminWithSession["session"] {
  if (!context.adminSession) {
    throw invalidRequest("authorization", "is a personal access token, which has no session");
  }
  return context.adminSession;
}

export function deviceOf(context: CallContext): Device {
  const isKnown = context.knownDevice !== undefined;
  return { ip: context.clientIp, userAgent: context.userAgent, isKnown };
}

/** Whom the audit log names for what this call does. */
export function adminActor(context: CallContext): Actor {
  const { email } = requireAdmin(context);
  return { actor: `admin:${email}`, ip: context.clientIp, credential: credentialOf(context) };
}

function credentialOf(context: CallContext): AdminCredential {
  const { adminSession, adminTokenId } = context;
  const adminId = requireAdmin(context).id;
  if (adminSession) return { adminId, kind: "session", hash: adminSession.hash };
  if (adminTokenId !== undefined) return { adminId, kind: "token", tokenId: adminTokenId };
  throw new AppError("ADMIN_UNAUTHENTICATED", "neither a session nor a token");
}
