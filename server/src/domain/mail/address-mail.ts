import type { App } from "../../app.ts";
import { hashToken, newToken } from "../../crypto/random-token.ts";
import { isAddressReserved, updateAddressUndoLink } from "../../storage/address-undos.ts";
import type { OutboxMail, User } from "../../storage/db.ts";
import { findUser, findUserByEmail } from "../../storage/users.ts";
import { isBanned } from "../bans/is-banned.ts";
import { type NewCode, newCode } from "../codes/one-time-code.ts";
import type { Project } from "../projects/project.ts";
import { issuerOf } from "../projects/urls.ts";
import { type EmailTokenPurpose, newEmailToken, UNDO_LIFETIME_MS } from "./email-token.ts";
import type { MailKind, ProjectMailKind } from "./enqueue-mail.ts";

export type AddressedMail = Readonly<{
  kind: MailKind;
  to: string;
  userId: string | null;
  link?: string | undefined;
  /** To type, where the link cannot carry it into the app. */
  code?: NewCode | undefined;
  /** Everything is done as for an email that is sent, and nothing is sent. */
  isWithheld?: boolean;
}>;

type Addresser = (
  app: Pick<App, "baseUrl" | "clock" | "db" | "secretBox">,
  project: Project,
  mail: OutboxMail,
) => Promise<Omit<AddressedMail, "kind"> | undefined>;

/**
 * Determines the recipient of a queued email and creates its link; undefined if the email is no longer needed. A new
 * link voids the user's older one of its kind. Call it in a transaction that ends with `keepClaimedMail`.
 */
export async function addressMail(
  app: Pick<App, "baseUrl" | "clock" | "db" | "secretBox">,
  project: Project,
  mail: OutboxMail,
): Promise<(AddressedMail & { kind: ProjectMailKind }) | undefined> {
  if (!isMailKind(mail.kind)) throw new Error(`this version knows no mail of kind ${mail.kind}`);
  const { kind } = mail;
  const addressed = await ADDRESSERS[kind](app, project, mail);
  return addressed && { ...addressed, kind };
}

const ADDRESSERS: Readonly<Record<ProjectMailKind, Addresser>> = {
  verify_email: (app, project, mail) =>
    toAccount(app, project, mail, "verify_email", (user) => isEnabled(user) && user.emailVerifiedAt === null),
  reset_password: (app, project, mail) => toAccount(app, project, mail, "reset_password", isEnabled),
  invite_user: (app, project, mail) => toAccount(app, project, mail, "invite_user", isEnabled),
  delete_account: (app, project, mail) => toAccount(app, project, mail, "delete_account", () => true),
  change_email: toNewAddress,
  email_code: withCode,
  factor_code: withFactorCode,

  async account_exists(app, project, mail) {
    const user = await findUserByEmail(app.db, project.id, mail.recipient);
    return user?.email ? { to: user.email, userId: user.id } : undefined;
  },

  async email_changed(app, project, mail) {
    return { to: mail.recipient, userId: mail.userId, link: await undoLink(app, project, mail) };
  },

  password_changed: toRecipient,
  method_linked: toRecipient,
  method_removed: toRecipient,
  factor_changed: toRecipient,
  new_device: toRecipient,

  async deletion_scheduled(app, project, mail) {
    const user = mail.userId === null ? undefined : await findUser(app.db, project.id, mail.userId);
    return user?.deletionDueAt == null ? undefined : toRecipient(app, project, mail);
  },
};

/** A notice goes to the address that the user had at the time of the event. */
async function toRecipient(_app: unknown, _project: Project, mail: OutboxMail): ReturnType<Addresser> {
  return { to: mail.recipient, userId: mail.userId };
}

/** Undefined when the change cannot be undone (any more). */
async function undoLink(
  app: Pick<App, "baseUrl" | "clock" | "db" | "secretBox">,
  project: Project,
  mail: OutboxMail,
): Promise<string | undefined> {
  const token = newToken();
  const now = app.clock();
  const link = { hash: hashToken(token), expiresAt: now + UNDO_LIFETIME_MS };
  const isSet = await updateAddressUndoLink(app.db, project.id, mail.id, link, now);
  return isSet ? `${issuerOf(app, project)}/undo-email-change?token=${token}` : undefined;
}

function isMailKind(kind: string): kind is ProjectMailKind {
  return Object.hasOwn(ADDRESSERS, kind);
}

function isEnabled(user: User): boolean {
  return user.disabledAt === null;
}

/** Sends to the stored address, never to the typed one. */
async function toAccount(
  app: Pick<App, "baseUrl" | "clock" | "db" | "secretBox">,
  project: Project,
  mail: OutboxMail,
  purpose: EmailTokenPurpose,
  isEligible: (user: User) => boolean,
): ReturnType<Addresser> {
  const user = await findUserByEmail(app.db, project.id, mail.recipient);
  if (!user?.email || !isEligible(user)) return undefined;
  return { to: user.email, userId: user.id, link: await newLink(app, project, user, purpose, user.email) };
}

async function toNewAddress(
  app: Pick<App, "baseUrl" | "clock" | "db" | "secretBox">,
  project: Project,
  mail: OutboxMail,
): ReturnType<Addresser> {
  const user = mail.userId === null ? undefined : await findUser(app.db, project.id, mail.userId);
  if (!user || !isEnabled(user)) return undefined;
  const owner = await findUserByEmail(app.db, project.id, mail.recipient);
  if (owner && owner.id !== user.id) return undefined;
  if (await isAddressReserved(app.db, project.id, mail.recipient, user.id, app.clock())) return undefined;
  if (await isBanned(app, project, { email: mail.recipient })) return undefined;
  const link = await newLink(app, project, user, "change_email", mail.recipient);
  return { to: mail.recipient, userId: user.id, link };
}

/**
 * To every address that has an account or may get one. For others there is a code that nobody gets, so that wrong codes
 * are answered alike. Whether the user is disabled is told to those who have the code.
 */
async function withCode(
  app: Pick<App, "baseUrl" | "clock" | "db" | "secretBox">,
  project: Project,
  mail: OutboxMail,
): ReturnType<Addresser> {
  const user = await findUserByEmail(app.db, project.id, mail.recipient);
  const flow = { projectId: project.id, id: mail.detail ?? "", purpose: "sign_in" };
  const code = await newCode(app, flow);
  if (code === undefined) return undefined;
  const isWithheld = !user && project.settings.signUpClosed;
  const link = `${issuerOf(app, project)}/app?flow=${flow.id}&code=${code.code}`;
  return { to: mail.recipient, userId: user?.id ?? null, link, code, isWithheld };
}

/** To the user who asked for it, while the address is theirs. It is typed where it was asked for, so there is no link. */
async function withFactorCode(
  app: Pick<App, "baseUrl" | "clock" | "db" | "secretBox">,
  project: Project,
  mail: OutboxMail,
): ReturnType<Addresser> {
  const user = await findUserByEmail(app.db, project.id, mail.recipient);
  if (!user || user.id !== mail.userId || !isEnabled(user)) return undefined;
  const code = await newCode(app, { projectId: project.id, id: mail.detail ?? "", purpose: "add_factor" });
  return code && { to: mail.recipient, userId: user.id, code };
}

const PAGES: Readonly<Record<EmailTokenPurpose, string>> = {
  verify_email: "verify",
  reset_password: "reset",
  invite_user: "invite",
  change_email: "confirm-email",
  delete_account: "delete-account",
};

async function newLink(
  app: Pick<App, "baseUrl" | "clock" | "db" | "secretBox">,
  project: Project,
  user: User,
  purpose: EmailTokenPurpose,
  email: string,
): Promise<string> {
  const token = await newEmailToken(app, user, purpose, email);
  return `${issuerOf(app, project)}/${PAGES[purpose]}?token=${token}`;
}
