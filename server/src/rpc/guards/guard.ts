import type { IncomingHttpHeaders } from "node:http";
import type { App } from "../../app.ts";
import type { Project } from "../../domain/projects/project.ts";
import { type SignedIn, userOfToken } from "../../domain/sessions/user-of-token.ts";
import { AppError } from "../../errors.ts";
import type { CallContext } from "../context.ts";
import type { Access } from "../route.ts";
import { adminByCredential } from "./admin.ts";
import { adminCookieOf } from "./admin-cookie.ts";
import { bearerOf } from "./credentials.ts";
import { refuseOtherSites } from "./csrf.ts";
import { projectByKey } from "./project-key.ts";
import { countUnknownKey } from "./rate-limit.ts";

type GuardApp = Pick<App, "baseUrl" | "clock" | "db" | "rateLimits" | "signer">;

/** Turns the headers into the facts that a method's access asks for, or refuses. */
export async function guard(
  app: GuardApp,
  access: Access,
  headers: IncomingHttpHeaders,
  context: CallContext,
): Promise<void> {
  try {
    await resolve(app, access, headers, context);
  } catch (error) {
    if (isUnknownKey(error, headers)) await countUnknownKey(app, context);
    throw error;
  }
}

function isUnknownKey(error: unknown, headers: IncomingHttpHeaders): boolean {
  if (!(error instanceof AppError)) return false;
  if (error.reason === "ADMIN_UNAUTHENTICATED") return headers.authorization !== undefined;
  return error.reason === "API_KEY_INVALID";
}

async function resolve(
  app: GuardApp,
  access: Access,
  headers: IncomingHttpHeaders,
  context: CallContext,
): Promise<void> {
  switch (access) {
    case "open":
      return;
    case "publishable-key":
      context.project = await projectByKey(app, "pk_", headers);
      return;
    case "user":
      context.project = await projectByKey(app, "pk_", headers);
      context.signedIn = await signedInBy(app, headers, context.project);
      return;
    case "user-if-any":
      context.project = await projectByKey(app, "pk_", headers);
      try {
        context.signedIn = await signedInBy(app, headers, context.project);
      } catch (error) {
        noteFailure(error, context);
      }
      return;
    case "secret-key":
      context.project = await projectByKey(app, "sk_", headers);
      return;
    case "admin":
      Object.assign(context, await adminByCredential(app, headers));
      return;
    case "own-site":
      refuseOtherSites(app, headers);
      context.adminCookie = adminCookieOf(app, headers);
  }
}

function signedInBy(app: GuardApp, headers: IncomingHttpHeaders, project: Project): Promise<SignedIn> {
  const token = bearerOf(headers);
  if (!token) throw new AppError("ACCESS_TOKEN_INVALID", "no Bearer token");
  return userOfToken(app, project, token);
}

/** A session that has ended already is what a caller who signs out wants. */
function noteFailure(error: unknown, context: CallContext): void {
  if (!(error instanceof AppError) || error.status === "unavailable") throw error;
  if (error.reason !== "SESSION_REVOKED") context.bearerFailure = error;
}
