import type { App } from "../../app.ts";
import { AppError, type FactorChallenge } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { findUserByEmail, updateUserIfUnchanged } from "../../storage/users.ts";
import { addUser } from "../accounts/add-user.ts";
import {
  type AskedLanguages,
  localeAfterLink,
  localeAfterProof,
  localeOfNewUser,
} from "../accounts/asked-languages.ts";
import { clearProvenBounce } from "../accounts/clear-proven-bounce.ts";
import { evict } from "../accounts/evict.ts";
import { newUser } from "../accounts/new-user.ts";
import { recordRemovedMethods } from "../accounts/removed-methods.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { isBanned } from "../bans/is-banned.ts";
import { ALL_LINKS } from "../mail/void-links.ts";
import type { Project } from "../projects/project.ts";
import { admit, type OpenedSession } from "../sessions/admit.ts";
import type { Device } from "../sessions/device.ts";
import type { OpeningAttempt } from "../sessions/opening-attempt.ts";

type MailboxApp = Pick<App, "clock" | "db" | "newId" | "secretBox" | "upgrade">;

export type MailboxSignIn =
  | { kind: "signed-in"; user: User; opened: OpenedSession }
  | { kind: "challenged"; challenge: FactorChallenge }
  | { kind: "disabled"; userId: string }
  | { kind: "refused"; reason: "USER_DISABLED" | "SIGN_UP_CLOSED" | "EMAIL_ALREADY_EXISTS" };

/** An address that the caller has proven to read, and the languages that the request asks for. */
type ProvenMailbox = Readonly<{ email: string; asked: AskedLanguages }>;

const METHOD = "email_code";

/**
 * Signs in the user with this address, which the caller has proven to read, or creates one. Call it in the transaction
 * that uses up the proof.
 */
export async function signInByMailbox(
  app: MailboxApp,
  project: Project,
  { email, asked }: ProvenMailbox,
  device: Device,
  attempt: OpeningAttempt | undefined,
): Promise<MailboxSignIn> {
  const known = await findUserByEmail(app.db, project.id, email);
  if (!known) return signUpByMailbox(app, project, { email, asked }, device, attempt);
  if (known.disabledAt !== null) return { kind: "disabled", userId: known.id };
  const user =
    known.emailVerifiedAt === null
      ? await takeBack(app, project, known, asked, device)
      : await clearProvenBounce(app, known, email, device);
  if (user.guestSince !== null) await becomePermanent(app, user, asked, device);
  const admission = await admit(app, project, user, { method: METHOD, email }, device, attempt);
  if (admission.kind === "admitted") return { ...admission, kind: "signed-in" };
  if (admission.kind === "challenged") return admission;
  if (admission.reason === "USER_DISABLED") return { kind: "disabled", userId: user.id };
  throw new AppError("EMAIL_CODE_INVALID", "the user was changed or deleted meanwhile");
}

async function signUpByMailbox(
  app: MailboxApp,
  project: Project,
  { email, asked }: ProvenMailbox,
  device: Device,
  attempt: OpeningAttempt | undefined,
): Promise<MailboxSignIn> {
  if (project.settings.signUpClosed) return { kind: "refused", reason: "SIGN_UP_CLOSED" };
  const locale = localeOfNewUser(asked);
  const user = newUser(app, project, { email, emailVerifiedAt: app.clock(), locale });
  if (!(await addUser(app, user, project))) {
    // Otherwise taken meanwhile, or its former owner can still get it back.
    const reason = (await isBanned(app, project, { email })) ? "USER_DISABLED" : "EMAIL_ALREADY_EXISTS";
    return { kind: "refused", reason };
  }
  const by = { actor: `user:${user.id}`, ip: device.ip, userAgent: device.userAgent };
  const about = { projectId: project.id, userId: user.id, by };
  await recordEvent(app, { kind: "user.signed_up", ...about, data: { method: METHOD } });
  await recordEvent(app, { kind: "user.email_verified", ...about });
  const admission = await admit(app, project, user, { method: METHOD, isNew: true }, device, attempt);
  if (admission.kind === "refused") throw new Error(`a new user was refused: ${admission.reason}`);
  return admission.kind === "challenged" ? admission : { ...admission, kind: "signed-in" };
}

/** A backend can give a guest an address. Who signs in with it is a guest no longer. */
async function becomePermanent(
  app: MailboxApp,
  guest: User,
  asked: AskedLanguages,
  device: Device,
): Promise<void> {
  const { id, projectId } = guest;
  const changes = { guestSince: null, locale: localeAfterLink(guest, asked), updatedAt: app.clock() };
  await updateUserIfUnchanged(app.db, { id, projectId }, changes);
  const by = { actor: `user:${id}`, ip: device.ip, userAgent: device.userAgent };
  const about = { projectId, userId: id, by, data: { method: METHOD } };
  await recordEvent(app, { kind: "user.guest_converted", ...about });
}

/**
 * The first proof of the mailbox: others may have prepared the account. Its password, provider accounts, passkeys,
 * second factors, sessions and links go, as with the first reset.
 */
async function takeBack(
  app: MailboxApp,
  project: Project,
  user: User,
  asked: AskedLanguages,
  device: Device,
): Promise<User> {
  const now = app.clock();
  const { id, projectId, email } = user;
  const eviction = {
    reason: "mailbox_proven",
    voids: ALL_LINKS,
    drops: () => true,
    dropsPasskey: () => true,
    dropsFactorsSince: 0,
  } as const;
  const evicted = await evict(app, project, user, eviction, async () => {
    const proven = { id, projectId, email, emailVerifiedAt: null, disabledAt: null };
    const locale = localeAfterProof(user, asked);
    const changes = { passwordHash: null, emailVerifiedAt: now, locale, updatedAt: now };
    const changed = await updateUserIfUnchanged(app.db, proven, changes);
    if (!changed) throw new AppError("EMAIL_CODE_INVALID", "the user was changed or deleted meanwhile");
    return changed;
  });
  const by = { actor: `user:${id}`, ip: device.ip, userAgent: device.userAgent };
  const about = { projectId, userId: id, by };
  if (user.passwordHash !== null) await recordEvent(app, { kind: "user.password_removed", ...about });
  await recordRemovedMethods(app, about, {
    identities: evicted.dropped,
    passkeys: evicted.droppedPasskeys,
    factors: evicted.droppedFactors,
  });
  await recordEvent(app, { kind: "user.email_verified", ...about });
  return evicted.user;
}
