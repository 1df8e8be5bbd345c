import type { IncomingHttpHeaders } from "node:http";
import type { App } from "../../app.ts";
import { requireRecentSignIn } from "../../domain/admins/recent-sign-in.ts";
import type { Project } from "../../domain/projects/project.ts";
import { userOfToken } from "../../domain/sessions/user-of-token.ts";
import { AppError, invalidRequest, ProjectChangedError } from "../../errors.ts";
import { andThen, type MaybePromise } from "../../runtime/maybe-promise.ts";
import type {
  Access,
  AdminCall,
  AdminSessionCall,
  AppCall,
  CallContext,
  Contexts,
  GuardedCall,
  OwnSiteCall,
  UserCall,
  UserIfAnyCall,
} from "../context.ts";
import { adminByCredential } from "./admin.ts";
import { adminCookieOf, adminDeviceCookieOf } from "./admin-cookie.ts";
import { bearerOf } from "./credentials.ts";
import { refuseOtherSites } from "./csrf.ts";
import {
  changedProjectByKey,
  comparedProjectByKey,
  type KeyPrefix,
  projectByKey,
  uncompared,
} from "./project-key.ts";
import { countUnknownKey } from "./rate-limit.ts";

type GuardApp = Pick<App, "baseUrl" | "clock" | "db" | "rateLimits" | "signer">;

type Resolve<A extends Access> = (
  app: GuardApp,
  headers: IncomingHttpHeaders,
  context: CallContext,
) => MaybePromise<Contexts[A]>;

/** For each access, who the caller must be: adds what its context promises, or refuses. */
const resolvers: { readonly [A in Access]: Resolve<A> } = {
  open: (_app, _headers, context) => context,
  "publishable-key": (app, headers, context) => resolveProject(app, "pk_", headers, context),
  user: resolveProjectAndUser,
  "user-if-any": resolveUserIfAny,
  "secret-key": (app, headers, context) => resolveProject(app, "sk_", headers, context),
  admin: resolveAdmin,
  "admin-session": resolveAdminSession,
  "recent-admin": resolveRecentAdmin,
  "recent-admin-session": resolveRecentAdminSession,
  "recent-admin-for-some-changes": resolveAdmin,
  "own-site": resolveOwnSite,
};

/** Turns the headers into the context that a method's access promises, or refuses. */
export function guard<A extends Access>(
  app: GuardApp,
  access: A,
  headers: IncomingHttpHeaders,
  context: CallContext,
  comparesProject = false,
): MaybePromise<Contexts[A] & GuardedCall> {
  try {
    const resolve = comparesProject ? comparingResolver(access) : resolvers[access];
    const resolving = resolve(app, headers, context) as MaybePromise<Contexts[A] & GuardedCall>;
    if (!(resolving instanceof Promise)) return resolving;
    return resolving.catch((error: unknown) => refuse(app, headers, context, error));
  } catch (error) {
    return refuse(app, headers, context, error);
  }
}

async function refuse(
  app: GuardApp,
  headers: IncomingHttpHeaders,
  context: CallContext,
  error: unknown,
): Promise<never> {
  if (isUnknownKey(error, headers)) await countUnknownKey(app, context);
  throw error;
}

function isUnknownKey(error: unknown, headers: IncomingHttpHeaders): boolean {
  if (!(error instanceof AppError)) return false;
  if (error.reason === "ADMIN_UNAUTHENTICATED") return headers.authorization !== undefined;
  return error.reason === "API_KEY_INVALID";
}

function resolveProject(
  app: GuardApp,
  prefix: KeyPrefix,
  headers: IncomingHttpHeaders,
  context: CallContext,
): MaybePromise<CallContext & AppCall> {
  return andThen(projectByKey(app, prefix, headers), (project) => withProject(context, uncompared(project)));
}

function comparingResolver(access: Access): Resolve<"publishable-key"> {
  const prefix = access === "secret-key" ? "sk_" : "pk_";
  return (app, headers, context) => resolveComparedProject(app, prefix, headers, context);
}

/** Written inside `resolveComparedProject`, it kept the objects of each call in memory for longer: see docs/adr/0079. */
function changedProjectReader(
  app: GuardApp,
  prefix: KeyPrefix,
  headers: IncomingHttpHeaders,
  context: CallContext,
): () => Promise<Project> {
  return () =>
    changedProjectByKey(app, prefix, headers).catch((error: unknown) => refuse(app, headers, context, error));
}

/** The handler compares the project and, when it has changed, begins again with `readChangedProject`. */
function resolveComparedProject(
  app: GuardApp,
  prefix: KeyPrefix,
  headers: IncomingHttpHeaders,
  context: CallContext,
): MaybePromise<CallContext & AppCall> {
  context.readChangedProject = changedProjectReader(app, prefix, headers, context);
  return andThen(comparedProjectByKey(app, prefix, headers), (project) => withProject(context, project));
}

function withProject(context: CallContext, project: Project): CallContext & AppCall {
  context.project = project;
  return context as CallContext & AppCall;
}

/** The statement that reads the user compares the project, so the project need not be read before. */
function resolveProjectAndUser(
  app: GuardApp,
  headers: IncomingHttpHeaders,
  context: CallContext,
): MaybePromise<UserCall> {
  const resolve = (project: Project) => resolveUser(app, headers, withProject(context, project));
  const again = async (error: unknown): Promise<UserCall> => {
    if (!(error instanceof ProjectChangedError)) throw error;
    return resolve(await changedProjectByKey(app, "pk_", headers));
  };
  const resolving = andThen(comparedProjectByKey(app, "pk_", headers), resolve);
  return resolving instanceof Promise ? resolving.catch(again) : resolving;
}

function resolveUser(
  app: GuardApp,
  headers: IncomingHttpHeaders,
  context: CallContext & AppCall,
): MaybePromise<UserCall> {
  const token = bearerOf(headers);
  if (!token) throw new AppError("ACCESS_TOKEN_INVALID", "no Bearer token");
  return andThen(userOfToken(app, context.project, token), (signedIn) => {
    context.signedIn = signedIn;
    return context as UserCall;
  });
}

async function resolveUserIfAny(
  app: GuardApp,
  headers: IncomingHttpHeaders,
  context: CallContext,
): Promise<UserIfAnyCall> {
  const call = await resolveProject(app, "pk_", headers, context);
  try {
    await resolveUser(app, headers, call);
  } catch (error) {
    noteFailure(error, call);
  }
  return call;
}

/** A session that has ended already is what a caller who signs out wants. */
function noteFailure(error: unknown, context: CallContext): void {
  if (!(error instanceof AppError) || error.status === "unavailable") throw error;
  if (error.reason !== "SESSION_REVOKED") context.bearerFailure = error;
}

async function resolveAdmin(
  app: GuardApp,
  headers: IncomingHttpHeaders,
  context: CallContext,
): Promise<AdminCall> {
  return Object.assign(context, await adminByCredential(app, headers));
}

async function resolveAdminSession(
  app: GuardApp,
  headers: IncomingHttpHeaders,
  context: CallContext,
): Promise<AdminSessionCall> {
  const call = await resolveAdmin(app, headers, context);
  if (!call.adminSession) {
    throw invalidRequest("authorization", "is a personal access token, which has no session");
  }
  return call as AdminSessionCall;
}

async function resolveRecentAdmin(
  app: GuardApp,
  headers: IncomingHttpHeaders,
  context: CallContext,
): Promise<AdminCall> {
  const call = await resolveAdmin(app, headers, context);
  if (call.adminSession) requireRecentSignIn(app, call.adminSession);
  return call;
}

async function resolveRecentAdminSession(
  app: GuardApp,
  headers: IncomingHttpHeaders,
  context: CallContext,
): Promise<AdminSessionCall> {
  const call = await resolveAdminSession(app, headers, context);
  requireRecentSignIn(app, call.adminSession);
  return call;
}

function resolveOwnSite(app: GuardApp, headers: IncomingHttpHeaders, context: CallContext): OwnSiteCall {
  refuseOtherSites(app, headers);
  context.adminCookie = adminCookieOf(app, headers);
  context.adminDeviceCookie = adminDeviceCookieOf(app, headers);
  return context as OwnSiteCall;
}
