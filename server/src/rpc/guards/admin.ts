import type { IncomingHttpHeaders } from "node:http";
import type { App } from "../../app.ts";
import { adminOfToken } from "../../domain/admins/admin-of-token.ts";
import { AppError } from "../../errors.ts";
import type { Admin } from "../../storage/db.ts";
import { bearerOf } from "./credentials.ts";

/** The administrator behind a personal access token. A project's keys never open this surface. */
export async function adminByCredential(
  app: Pick<App, "clock" | "db">,
  headers: IncomingHttpHeaders,
): Promise<Admin> {
  const token = bearerOf(headers);
  if (token === undefined) {
    if (headers["x-svc-key"] !== undefined)
      throw new AppError("WRONG_SURFACE", "a project key on the admin surface");
    throw new AppError("ADMIN_UNAUTHENTICATED", "no credential");
  }
  if (/^(pk|sk)_/.test(token)) throw new AppError("WRONG_SURFACE", "a project key on the admin surface");
  return adminOfToken(app, token);
}
