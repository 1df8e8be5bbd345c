import type { App } from "../../app.ts";
import { isWellFormedKey } from "../../crypto/api-keys.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import type { Admin } from "../../storage/db.ts";
import { findAdminByTokenHash, touchPersonalAccessToken } from "../../storage/personal-access-tokens.ts";
import type { TokenLimits } from "./rights.ts";
import { readTokenLimits } from "./token-limits.ts";

const TOUCH_EVERY_MS = 5 * 60_000;

/** The administrator of a personal access token. Read on every call, so that a revoked token fails at once on every replica. */
export async function adminOfToken(
  app: Pick<App, "clock" | "db">,
  token: string,
): Promise<{ admin: Admin; tokenId: string; limits: TokenLimits | undefined }> {
  if (!isWellFormedKey("svc_pat_", token))
    throw new AppError("ADMIN_UNAUTHENTICATED", "token not well-formed");
  const now = app.clock();
  const found = await findAdminByTokenHash(app.db, hashToken(token), now);
  if (!found) throw new AppError("ADMIN_UNAUTHENTICATED", "token unknown, expired or revoked");
  // Accurate to five minutes: enough to find unused tokens, without a write per call.
  if (found.tokenLastUsedAt === null || found.tokenLastUsedAt < now - TOUCH_EVERY_MS) {
    await touchPersonalAccessToken(app.db, found.tokenId, now);
  }
  return { admin: found.admin, tokenId: found.tokenId, limits: readTokenLimits(found.tokenLimits) };
}
