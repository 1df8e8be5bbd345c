import type { IncomingHttpHeaders } from "node:http";
import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { CallContext } from "../context.ts";
import type { Access } from "../route.ts";
import { adminByCredential } from "./admin.ts";
import { projectByKey } from "./project-key.ts";

/** Turns the headers into the facts that a method's access asks for, or refuses. */
export async function guard(
  app: Pick<App, "clock" | "db">,
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
      throw new AppError("ACCESS_TOKEN_INVALID", "no session can be opened yet");
    case "secret-key":
      context.project = await projectByKey(app, "sk_", headers);
      return;
    case "admin":
      context.admin = await adminByCredential(app, headers);
  }
}
