import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import { findAddressUndo } from "../../storage/address-undos.ts";
import type { EmailToken, Identity, User } from "../../storage/db.ts";
import { findEmailToken } from "../../storage/email-tokens.ts";
import { findUser, listIdentities } from "../../storage/users.ts";
import { ALL_LINKS } from "../mail/void-links.ts";
import type { Project } from "../projects/project.ts";
import { findLinkUser } from "./find-link-user.ts";
import { rejectionDeletes } from "./reject-email-verification.ts";
import { isKeptByDefault, vouchesFor } from "./unvouched-identities.ts";

export type ReviewedIdentity = Readonly<{ identity: Identity; keepByDefault: boolean }>;

export type EmailLink = Readonly<{
  purpose: string;
  email: string;
  identities: readonly ReviewedIdentity[];
  rejectDeletesAccount: boolean;
}>;

/** Describes an emailed link for its page. Does not use up the link. */
export async function inspectEmailLink(
  app: Pick<App, "clock" | "db">,
  project: Project,
  token: string,
): Promise<EmailLink> {
  const hash = hashToken(token);
  const now = app.clock();
  const found = await findEmailToken(app.db, project.id, ALL_LINKS, hash, now);
  if (found) return inspect(app, project, found);
  const undo = await findAddressUndo(app.db, project.id, hash, now);
  const user = undo && (await findUser(app.db, project.id, undo.userId));
  if (!user || user.disabledAt !== null) throw new AppError("EMAIL_TOKEN_INVALID");
  return { purpose: "undo_email_change", email: undo.email, identities: [], rejectDeletesAccount: false };
}

async function inspect(
  app: Pick<App, "clock" | "db">,
  project: Project,
  found: EmailToken,
): Promise<EmailLink> {
  const { purpose, email } = found;
  const plain = { purpose, email, identities: [], rejectDeletesAccount: false };
  const user = await findLinkUser(app, project, found);
  if (!user) throw new AppError("EMAIL_TOKEN_INVALID");
  if (purpose === "verify_email") {
    const rejectDeletesAccount = await rejectionDeletes(app, project, user);
    return { ...plain, identities: await unvouched(app, user), rejectDeletesAccount };
  }
  // The first proof of the mailbox removes all provider accounts, so there is nothing to choose.
  const isReview = purpose === "reset_password" && user.emailVerifiedAt !== null;
  return isReview ? { ...plain, identities: await unvouched(app, user) } : plain;
}

async function unvouched(app: Pick<App, "clock" | "db">, user: User): Promise<ReviewedIdentity[]> {
  const identities = await listIdentities(app.db, user.projectId, user.id);
  return identities
    .filter((identity) => !vouchesFor(identity, user.email))
    .map((identity) => ({ identity, keepByDefault: isKeptByDefault(identity, user, app.clock()) }));
}
