import type { IncomingHttpHeaders } from "node:http";
import type { App } from "../../app.ts";
import { userOfToken } from "../../domain/sessions/user-of-token.ts";
import { AppError } from "../../errors.ts";
import { type CallContext, requireProject } from "../context.ts";
import type { Access } from "../route.ts";
import { adminByCredential } from "./admin.ts";
import { bearerOf } from "./credentials.ts";
import { projectByKey } from "./project-key.ts";

/** Turns the headers into the facts that a method's access asks for, or refuses. */
export async function guard(
  app: Pick<App, "baseUrl" | "clock" | "db" | "signer">,
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
      return signIn(app, headers, context);
    case "user-if-any":
      context.project = await projectByKey(app, "pk_", headers);
      // A token that is no good is as good as none: signing out with it must still succeed.
      return signIn(app, headers, context).catch(ignoreAppError);
    case "secret-key":
      context.project = await projectByKey(app, "sk_", headers);
      return;
    case "admin":
      context.admin = await adminByCredential(app, headers);
  }
}

async function signIn(
  app: Pick<App, "baseUrl" | "clock" | "db" | "signer">,
  headers: IncomingHttpHeaders,
  context: CallContext,
): Promise<void> {
  const token = bearerOf(headers);
  if (!token) throw new AppError("ACCESS_TOKEN_INVALID", "no Bearer token");
  context.signedIn = await userOfToken(app, requireProject(context), token);
}

function ignoreAppError(error: unknown): void {
  if (!(error instanceof AppError) || error.status === "unavailable") throw error;
}
