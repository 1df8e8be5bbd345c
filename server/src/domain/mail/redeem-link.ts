import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import type { EmailToken } from "../../storage/db.ts";
import { consumeEmailToken, findEmailToken } from "../../storage/email-tokens.ts";
import type { Project } from "../projects/project.ts";
import type { EmailTokenPurpose } from "./email-token.ts";
import { lockLinks } from "./void-links.ts";

/** Consumes the token of an emailed link. Call it first in the transaction that acts on it. */
export async function redeemLink(
  app: Pick<App, "clock" | "db">,
  project: Pick<Project, "id">,
  purposes: readonly EmailTokenPurpose[],
  token: string,
): Promise<EmailToken> {
  const hash = hashToken(token);
  const now = app.clock();
  const found = await findEmailToken(app.db, project.id, purposes, hash, now);
  if (!found) throw new AppError("EMAIL_TOKEN_INVALID");
  await lockLinks(app, found.userId);
  const redeemed = await consumeEmailToken(app.db, project.id, found.purpose, hash, now);
  if (!redeemed) throw new AppError("EMAIL_TOKEN_INVALID", "used meanwhile");
  return redeemed;
}
