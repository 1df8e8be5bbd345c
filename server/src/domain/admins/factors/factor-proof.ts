import type { App } from "../../../app.ts";
import { AppError } from "../../../errors.ts";
import { holdAdminSession, type LiveAdminSession } from "../../../storage/admin-sessions.ts";
import type { Actor } from "../../analytics/record-event.ts";
import { holdRecentSignIn, RECENT_SIGN_IN_MS } from "../recent-sign-in.ts";
import { factorsDue } from "./factors-due.ts";

type ProofApp = Pick<App, "baseUrl" | "clock" | "db">;

/**
 * Checks that the session may change factors: its sign-in is recent and, where a login with the password needs a second
 * factor, a factor was proven as recently. Otherwise somebody with the session and the password could replace it. Call
 * it in the transaction, with the administrator's row as the first lock.
 */
export async function holdFactorProof(app: ProofApp, by: Actor): Promise<void> {
  await holdRecentSignIn(app, by);
  const { credential } = by;
  if (!credential) return;
  if (credential.kind === "token") throw new AppError("ADMIN_FORBIDDEN", "tokens cannot change factors");
  const session = await holdAdminSession(app.db, credential.adminId, credential.hash, app.clock());
  await requireFactorProof(app, credential.adminId, session);
}

/** The same before the transaction, for a call that only begins something. */
export async function requireFactorProof(
  app: ProofApp,
  adminId: string,
  session: Pick<LiveAdminSession, "factorProvenAt"> | undefined,
): Promise<void> {
  const due = await factorsDue(app, adminId);
  if (due === undefined || due.length === 0) return;
  const provenAt = session?.factorProvenAt ?? null;
  if (provenAt !== null && provenAt + RECENT_SIGN_IN_MS > app.clock()) return;
  throw new AppError("REAUTHENTICATION_REQUIRED", "no factor was proven recently", { proof: "factor" });
}
