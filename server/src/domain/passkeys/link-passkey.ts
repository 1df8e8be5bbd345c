import type { App } from "../../app.ts";
import { readRegistration } from "../../crypto/webauthn/registration.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { findPasskey, insertPasskey, listPasskeys } from "../../storage/passkeys.ts";
import { transact } from "../../storage/transact.ts";
import { lockUserForUpdate, updateUser } from "../../storage/users.ts";
import { type AskedLanguages, localeAfterLink } from "../accounts/asked-languages.ts";
import { requireGuestOrRecent } from "../accounts/reauthenticate.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { requireDueFactor } from "../factors/require-due-factor.ts";
import { notifyUser } from "../mail/notify-user.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import { countRotation, findReplayedToken, rotateSession } from "../sessions/rotate-session.ts";
import { continued, type TokenPair, tokenPair } from "../sessions/token-pair.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { creationOptions } from "./ceremony-options.ts";
import { newChallenge, useChallenge } from "./challenge.ts";
import { type NewPasskey, readNewPasskey } from "./new-passkey.ts";
import { requirePasskeys } from "./passkey-domain.ts";
import { RejectedPasskey, rejecting } from "./rejected-passkey.ts";
import { userHandleOf } from "./user-handle.ts";

export const MAX_PASSKEYS = 10;

type LinkApp = Pick<
  App,
  "baseUrl" | "clock" | "db" | "newId" | "refreshCounter" | "secretBox" | "signer" | "upgrade" | "wakeMailJob"
>;

export type LinkPasskeyInput = Readonly<{
  credentialJson: string;
  passkeyName: string;
  attemptId: string;
  asked: AskedLanguages;
}>;

/** The options for `create` for the signed-in user, as JSON. Stores nothing. */
export async function startPasskeyLink(
  app: Pick<App, "clock" | "db" | "secretBox">,
  project: Project,
  { user, session }: SignedIn,
): Promise<string> {
  const { rpId } = requirePasskeys(project);
  requireGuestOrRecent(app, session, user);
  await requireDueFactor(app, project, session, user, "adds");
  const of = { projectId: project.id, userId: user.id, rpId };
  const passkeys = await listPasskeys(app.db, of);
  if (passkeys.length >= MAX_PASSKEYS) throw new AppError("TOO_MANY_PASSKEYS");
  return creationOptions({
    rp: { id: rpId, name: project.name },
    challenge: newChallenge(app, project.id, "link", user.id, ""),
    userHandle: userHandleOf(app, of, passkeys),
    email: user.email,
    displayName: user.displayName,
    exclude: passkeys.filter((passkey) => passkey.rpId === rpId),
  });
}

/**
 * Adds a passkey to a user. A guest becomes a permanent user with the same id. The session's refresh token is rotated.
 * On failure nothing has changed.
 */
export async function linkPasskey(
  app: LinkApp,
  project: Project,
  signedIn: SignedIn,
  input: LinkPasskeyInput,
  origin: Origin,
): Promise<TokenPair> {
  const { user, session } = signedIn;
  const replayed = await replayedLink(app, project, signedIn, input);
  if (replayed !== undefined) {
    return tokenPair(app, project, user, continued(session, replayed));
  }
  requirePasskeys(project);
  requireGuestOrRecent(app, session, user);
  await requireDueFactor(app, project, session, user, "adds");
  const passkey = readNewPasskey(app, project, { purpose: "link", context: "" }, input);
  if (passkey.facts.userId !== user.id) throw new RejectedPasskey("the challenge is of another user");

  const linked = await transact(app, (app) => link(app, project, signedIn, { passkey, ...input, origin }));
  app.wakeMailJob();
  await countRotation(app, project);
  return tokenPair(app, project, linked.user, continued(session, linked.refreshToken));
}

/** The refresh token that this attempt received before, if it added this passkey. Its challenge is used up by then. */
async function replayedLink(
  app: Pick<App, "db">,
  project: Project,
  { user, session }: SignedIn,
  { attemptId, credentialJson }: LinkPasskeyInput,
): Promise<string | undefined> {
  const replayed = await findReplayedToken(app, project, session, attemptId);
  if (replayed === undefined) return undefined;
  const credentialId = rejecting(() => readRegistration(credentialJson)).credentialId.toString("base64url");
  const passkey = await findPasskey(app.db, { projectId: project.id, credentialId });
  return passkey?.userId === user.id ? replayed : undefined;
}

type LinkFacts = Readonly<{
  passkey: NewPasskey;
  attemptId: string;
  asked: AskedLanguages;
  origin: Origin;
}>;

async function link(
  app: LinkApp,
  project: Project,
  { user: known, session }: SignedIn,
  { passkey, attemptId, asked, origin }: LinkFacts,
): Promise<{ user: User; refreshToken: string }> {
  if (!(await useChallenge(app, project.id, passkey.challenge, passkey.facts))) {
    throw new RejectedPasskey("the challenge was answered before, or is older than a restore");
  }
  const refreshToken = await rotateSession(app, project, session, attemptId);
  await requireDueFactor(app, project, session, known, "adds"); // before it has this passkey
  const of = { projectId: project.id, userId: known.id, rpId: passkey.row.rpId };
  const userHandle = userHandleOf(app, of, await listPasskeys(app.db, of));
  if (!(await insertPasskey(app.db, { ...passkey.row, userId: known.id, userHandle }))) {
    throw new AppError("PASSKEY_ALREADY_EXISTS");
  }
  // Read again, because another call may have converted the user or added passkeys meanwhile.
  const user = await lockUserForUpdate(app.db, project.id, known.id);
  if (!user) throw new AppError("SESSION_REVOKED", "deleted meanwhile");
  requireGuestOrRecent(app, session, user);
  if ((await listPasskeys(app.db, of)).length > MAX_PASSKEYS) throw new AppError("TOO_MANY_PASSKEYS");
  const about = { projectId: project.id, userId: user.id, by: { actor: `user:${user.id}`, ...origin } };
  const data = { passkey_id: passkey.row.id };
  await recordEvent(app, { kind: "user.passkey_added", ...about, data });
  if (user.guestSince === null) {
    await notifyUser(app, project, user, { kind: "method_linked", detail: "passkey" });
    return { user, refreshToken };
  }
  const changes = { guestSince: null, locale: localeAfterLink(user, asked), updatedAt: app.clock() };
  const permanent = (await updateUser(app.db, project.id, user.id, changes)) ?? user;
  await recordEvent(app, { kind: "user.guest_converted", ...about, data: { method: "passkey" } });
  return { user: permanent, refreshToken };
}
