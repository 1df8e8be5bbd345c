import type { IncomingHttpHeaders } from "node:http";
import type { App } from "../../app.ts";
import { userOfToken } from "../../domain/sessions/user-of-token.ts";
import { AppError } from "../../errors.ts";
import { andThen, type MaybePromise } from "../../runtime/maybe-promise.ts";
import { type CallContext, requireProject } from "../context.ts";
import type { Access } from "../route.ts";
import { adminByCredential } from "./admin.ts";
import { adminCookieOf, adminDeviceCookieOf } from "./admin-cookie.ts";
import { bearerOf } from "./credentials.ts";
import { refuseOtherSites } from "./csrf.ts";
import { projectByKey } from "./project-key.ts";
import { countUnknownKey } from "./rate-limit.ts";

type GuardApp = Pick<App, "baseUrl" | "clock" | "db" | "rateLimits" | "signer">;

/** Turns the headers into the facts that a method's access asks for, or refuses. */
export function guard(
  app: GuardApp,
  access: Access,
  headers: IncomingHttpHeaders,
  context: CallContext,
): MaybePromise<void> {
  const refuse = async (error: unknown): Promise<void> => {
    if (isUnknownKey(error, headers)) await countUnknownKey(app, context);
    throw error;
  };
  try {
    const resolving = resolve(app, access, headers, context);
    return resolving instanceof Promise ? resolving.catch(refuse) : resolving;
  } catch (error) {
    return refuse(error);
  }
}

function isUnknownKey(error: unknown, headers: IncomingHttpHeaders): boolean {
  if (!(error instanceof AppError)) return false;
  if (error.reason === "ADMIN_UNAUTHENTICATED") return headers.authorization !== undefined;
  return error.reason === "API_KEY_INVALID";
}

function resolve(
  app: GuardApp,
  access: Access,
  headers: IncomingHttpHeaders,
  context: CallContext,
): MaybePromise<void> {
  switch (access) {
    case "open":
      return;
    case "publishable-key":
      return resolveProject(app, "pk_", headers, context);
    case "user":
      return andThen(resolveProject(app, "pk_", headers, context), () => resolveUser(app, headers, context));
    case "user-if-any":
      return resolveUserIfAny(app, headers, context);
    case "secret-key":
      return resolveProject(app, "sk_", headers, context);
    case "admin":
      return resolveAdmin(app, headers, context);
    case "own-site":
      refuseOtherSites(app, headers);
      context.adminCookie = adminCookieOf(app, headers);
      context.adminDeviceCookie = adminDeviceCookieOf(app, headers);
  }
}

function resolveProject(
  app: GuardApp,
  prefix: "pk_" | "sk_",
  headers: IncomingHttpHeaders,
  context: CallContext,
): MaybePromise<void> {
  return andThen(projectByKey(app, prefix, headers), (project) => {
    context.project = project;
  });
}

function resolveUser(app: GuardApp, headers: IncomingHttpHeaders, context: CallContext): MaybePromise<void> {
  const token = bearerOf(headers);
  if (!token) throw new AppError("ACCESS_TOKEN_INVALID", "no Bearer token");
  return andThen(userOfToken(app, requireProject(context), token), (signedIn) => {
    context.signedIn = signedIn;
  });
}

async function resolveUserIfAny(
  app: GuardApp,
  headers: IncomingHttpHeaders,
  context: CallContext,
): Promise<void> {
  await resolveProject(app, "pk_", headers, context);
  try {
    await resolveUser(app, headers, context);
  } catch (error) {
    noteFailure(error, context);
  }
}

async function resolveAdmin(
  app: GuardApp,
  headers: IncomingHttpHeaders,
  context: CallContext,
): Promise<void> {
  Object.assign(context, await adminByCredential(app, headers));
}

/** A session that has ended already is what a caller who signs out wants. */
function noteFailure(error: unknown, context: CallContext): void {
  if (!(error instanceof AppError) || error.status === "unavailable") throw error;
  if (error.reason !== "SESSION_REVOKED") context.bearerFailure = error;
}
