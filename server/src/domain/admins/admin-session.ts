import type { App } from "../../app.ts";
import { hashToken, newToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import {
  findLiveAdminSession,
  insertAdminSession,
  type LiveAdminSession,
  touchAdminSession,
} from "../../storage/admin-sessions.ts";
import type { Admin, Millis } from "../../storage/db.ts";
import type { Device } from "../sessions/device.ts";

const MINUTE_MS = 60_000;
export const ADMIN_SESSION_IDLE_MS = 60 * MINUTE_MS;
export const ADMIN_SESSION_MS = 24 * 60 * MINUTE_MS;

export type AdminWithSession = Readonly<{ admin: Admin; session: LiveAdminSession }>;

const TOKEN = /^[\w-]{43}$/;

/**
 * Opens a session and returns its token, of which only the hash is stored. Call it in the transaction that checks the
 * password, the passkey or the factor again, because the session counts as a recent sign-in from `provenAt`, now by default.
 */
export async function openAdminSession(
  app: Pick<App, "clock" | "db" | "newId">,
  admin: Pick<Admin, "id">,
  { ip, userAgent }: Device,
  {
    endsAt = app.clock() + ADMIN_SESSION_MS,
    passkeyId = null,
    provenAt = app.clock(),
    factorProvenAt = null,
  }: { endsAt?: Millis; passkeyId?: string | null; provenAt?: Millis; factorProvenAt?: Millis | null } = {},
): Promise<string> {
  const token = newToken();
  const now = app.clock();
  await insertAdminSession(app.db, {
    hash: hashToken(token),
    id: app.newId(),
    adminId: admin.id,
    createdAt: now,
    lastUsedAt: now,
    endsAt,
    provenAt,
    ip,
    userAgent,
    passkeyId,
    factorProvenAt,
  });
  return token;
}

/** The administrator of a session. Read on every call, so that an ended session fails at once on every replica. */
export async function adminOfSession(
  app: Pick<App, "clock" | "db">,
  token: string,
): Promise<AdminWithSession> {
  if (!TOKEN.test(token)) throw new AppError("ADMIN_UNAUTHENTICATED", "session not well-formed");
  const now = app.clock();
  const found = await findLiveAdminSession(app.db, hashToken(token), now, now - ADMIN_SESSION_IDLE_MS);
  if (!found) throw new AppError("ADMIN_UNAUTHENTICATED", "session unknown or ended");
  // Accurate to the minute, without a write per call.
  if (found.session.lastUsedAt <= now - MINUTE_MS) await touchAdminSession(app.db, found.session.hash, now);
  return found;
}
