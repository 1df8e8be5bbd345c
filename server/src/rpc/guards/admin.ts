import type { IncomingHttpHeaders } from "node:http";
import type { App } from "../../app.ts";
import { adminOfToken } from "../../domain/admins/admin-of-token.ts";
import { type AdminWithSession, adminOfSession } from "../../domain/admins/admin-session.ts";
import { rightsOfAdmin } from "../../domain/admins/rights-of-admin.ts";
import { AppError } from "../../errors.ts";
import type { AdminCall } from "../context.ts";
import { adminCookieOf } from "./admin-cookie.ts";
import { bearerOf } from "./credentials.ts";
import { requireSameOrigin } from "./csrf.ts";

type AdminFacts = Pick<AdminCall, "admin" | "adminCredential" | "adminSession">;

/**
 * The administrator behind a personal access token or, without one, behind the cookie. A project's
 * keys never open this surface.
 */
export async function adminByCredential(
  app: Pick<App, "baseUrl" | "clock" | "db">,
  headers: IncomingHttpHeaders,
): Promise<AdminFacts> {
  const token = bearerOf(headers);
  if (token !== undefined) {
    if (/^(pk|sk)_/.test(token)) throw new AppError("WRONG_SURFACE", "a project key on the admin surface");
    const { admin, tokenId, limits } = await adminOfToken(app, token);
    const rights = await rightsOfAdmin(app, admin.id, limits);
    return { admin, adminCredential: { adminId: admin.id, rights, kind: "token", tokenId } };
  }
  const cookie = adminCookieOf(app, headers);
  if (cookie !== undefined) return adminByCookie(app, headers, cookie);
  if (headers["x-svc-key"] !== undefined)
    throw new AppError("WRONG_SURFACE", "a project key on the admin surface");
  throw new AppError("ADMIN_UNAUTHENTICATED", "no credential");
}

async function adminByCookie(
  app: Pick<App, "baseUrl" | "clock" | "db">,
  headers: IncomingHttpHeaders,
  cookie: string,
): Promise<AdminFacts> {
  requireSameOrigin(app, headers);
  const { admin, session }: AdminWithSession = await adminOfSession(app, cookie);
  const rights = await rightsOfAdmin(app, admin.id, undefined);
  const adminCredential = { adminId: admin.id, rights, kind: "session", hash: session.hash } as const;
  return { admin, adminCredential, adminSession: session };
}
