import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import { findAddressUndo } from "../../storage/address-undos.ts";
import type { EmailToken, Identity, PasskeyRow, TotpFactorRow, User } from "../../storage/db.ts";
import { findEmailToken } from "../../storage/email-tokens.ts";
import { findTotpFactor } from "../../storage/factors.ts";
import { listPasskeys } from "../../storage/passkeys.ts";
import { findUser, listIdentities } from "../../storage/users.ts";
import { isRequiredFactor } from "../factors/due-factor.ts";
import { ALL_LINKS } from "../mail/void-links.ts";
import type { Project } from "../projects/project.ts";
import { findLinkUser } from "./find-link-user.ts";
import { rejectionDeletes } from "./reject-email-verification.ts";
import { isKeptByDefault, vouchesFor } from "./unvouched-identities.ts";

export type ReviewedIdentity = Readonly<{ identity: Identity; keepByDefault: boolean }>;

export type ReviewedPasskey = Readonly<{ passkey: PasskeyRow; keepByDefault: boolean }>;

export type EmailLink = Readonly<{
  purpose: string;
  email: string;
  identities: readonly ReviewedIdentity[];
  passkeys: readonly ReviewedPasskey[];
  totp?: Pick<TotpFactorRow, "createdAt" | "lastUsedAt">;
  rejectDeletesAccount: boolean;
}>;

const NOTHING_TO_REVIEW = { identities: [], passkeys: [], rejectDeletesAccount: false };

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
  return { purpose: "undo_email_change", email: undo.email, ...NOTHING_TO_REVIEW };
}

async function inspect(
  app: Pick<App, "clock" | "db">,
  project: Project,
  found: EmailToken,
): Promise<EmailLink> {
  const { purpose, email } = found;
  const plain = { purpose, email, ...NOTHING_TO_REVIEW };
  const user = await findLinkUser(app, project, found);
  if (!user) throw new AppError("EMAIL_TOKEN_INVALID");
  if (purpose === "verify_email") {
    const rejectDeletesAccount = await rejectionDeletes(app, user);
    const listed = { ...(await reviewed(app, user, email)), ...(await reviewedTotp(app, user)) };
    return { ...plain, ...listed, rejectDeletesAccount };
  }
  // The owner of the new mailbox has proven nothing about the old one: nothing was added after their proof.
  if (purpose === "change_email") {
    const before = await reviewed(app, { ...user, emailVerifiedAt: null }, email);
    return { ...plain, ...before, ...(await reviewedTotp(app, user)) };
  }
  // As the first proof of the mailbox, a reset removes all provider accounts and passkeys: there is nothing to choose.
  if (purpose !== "reset_password" || user.emailVerifiedAt === null) return plain;
  const { identities, passkeys } = await reviewed(app, user, email);
  // Nor is there about second factors, which a later reset keeps.
  const removable = passkeys.filter(({ passkey }) => !isRequiredFactor(project, user, passkey));
  return { ...plain, identities, passkeys: removable };
}

/** The authenticator app. A password reset does not ask about it: it never removes one that the mailbox has allowed. */
async function reviewedTotp(app: Pick<App, "db">, { id, projectId }: User): Promise<Pick<EmailLink, "totp">> {
  const totp = await findTotpFactor(app.db, { projectId, userId: id });
  return totp ? { totp } : {};
}

async function reviewed(
  app: Pick<App, "clock" | "db">,
  user: User,
  email: string,
): Promise<Pick<EmailLink, "identities" | "passkeys">> {
  const passkeys = await listPasskeys(app.db, { projectId: user.projectId, userId: user.id });
  return {
    identities: await unvouched(app, user, email),
    passkeys: passkeys.map((passkey) => ({
      passkey,
      keepByDefault: isKeptByDefault(passkey, user, app.clock()),
    })),
  };
}

async function unvouched(
  app: Pick<App, "clock" | "db">,
  user: User,
  email: string,
): Promise<ReviewedIdentity[]> {
  const identities = await listIdentities(app.db, user.projectId, user.id);
  return identities
    .filter((identity) => !vouchesFor(identity, email))
    .map((identity) => ({ identity, keepByDefault: isKeptByDefault(identity, user, app.clock()) }));
}
