import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { PasskeyRow, User } from "../../storage/db.ts";
import { findPasskey, insertPasskey } from "../../storage/passkeys.ts";
import { transact } from "../../storage/transact.ts";
import { addUser } from "../accounts/add-user.ts";
import { type AskedLanguages, localeOfNewUser } from "../accounts/asked-languages.ts";
import { newUser } from "../accounts/new-user.ts";
import { requireDisplayName } from "../accounts/profile.ts";
import { rememberSignUp, repeatSignUp } from "../accounts/repeat-sign-up.ts";
import type { SignUpApp } from "../accounts/sign-up.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { enqueueWithinBudget } from "../mail/mail-budget.ts";
import { languageToQueue } from "../mail/mail-language.ts";
import type { Project } from "../projects/project.ts";
import { admit, type OpenedSession } from "../sessions/admit.ts";
import type { Device } from "../sessions/device.ts";
import { type OpeningAttempt, openingAttempt } from "../sessions/opening-attempt.ts";
import { type TokenPair, tokenPair } from "../sessions/token-pair.ts";
import { useChallenge } from "./challenge.ts";
import { type NewPasskey, readNewPasskey } from "./new-passkey.ts";
import { requirePasskeys } from "./passkey-domain.ts";
import { RejectedPasskey } from "./rejected-passkey.ts";
import { emailOfSignUp } from "./start-passkey-sign-up.ts";
import { userHandleOf } from "./user-handle.ts";

export type PasskeySignUp = Readonly<{
  credentialJson: string;
  email: string;
  displayName: string;
  passkeyName: string;
  attemptId: string;
  asked: AskedLanguages;
}>;

/**
 * Creates a user with a passkey. If the project requires a verified email, it returns undefined whether or not the
 * address already has an account; the owner gets an email instead. A call that repeats an attempt gets the same answer
 * again.
 */
export async function signUpWithPasskey(
  app: SignUpApp,
  project: Project,
  input: PasskeySignUp,
  device: Device,
): Promise<TokenPair | undefined> {
  requirePasskeys(project);
  const email = emailOfSignUp(project, input.email);
  const fields = [email ?? "", input.credentialJson];
  const attempt = openingAttempt(project, input.attemptId, "SignUpWithPasskey", ...fields);
  if (!attempt) return createAccount(app, project, email, input, device);
  const repeat = () => repeatSignUp(app, project, attempt);
  const repeated = await repeat();
  if (repeated) return repeated.pair;
  try {
    return await createAccount(app, project, email, input, device, attempt);
  } catch (error) {
    // A copy of the request, which runs at the same time, may have been faster.
    const faster = error instanceof AppError && (await repeat());
    if (!faster) throw error;
    return faster.pair;
  }
}

async function createAccount(
  app: SignUpApp,
  project: Project,
  email: string | null,
  input: PasskeySignUp,
  device: Device,
  attempt?: OpeningAttempt,
): Promise<TokenPair | undefined> {
  if (project.settings.signUpClosed) throw new AppError("SIGN_UP_CLOSED");
  const displayName = requireDisplayName(input.displayName);
  const passkey = readNewPasskey(app, project, { purpose: "sign_up", context: email ?? "" }, input);
  const unprovenSignUpAt = email === null ? null : app.clock();
  const { asked } = input;
  const user = newUser(app, project, {
    ...{ id: passkey.facts.userId, email, displayName, unprovenSignUpAt },
    locale: localeOfNewUser(asked),
  });

  const signUp = { user, passkey, asked };
  const opened = await transact(app, (app) => create(app, project, signUp, device, attempt));
  app.wakeMailJob();
  return opened && tokenPair(app, project, user, opened);
}

/** Returns undefined where the address must be verified first, for new and for taken addresses. */
async function create(
  app: SignUpApp,
  project: Project,
  { user, passkey, asked }: { user: User; passkey: NewPasskey; asked: AskedLanguages },
  device: Device,
  attempt: OpeningAttempt | undefined,
): Promise<OpenedSession | undefined> {
  const mustVerify = project.settings.requireEmailVerification;
  // First, so that a copy of the request waits here.
  if (mustVerify && attempt) await rememberSignUp(app, project, attempt);
  if (!(await useChallenge(app, project.id, passkey.challenge, passkey.facts))) {
    throw new RejectedPasskey("the challenge was answered before, or is older than a restore");
  }
  // Before the address is looked at: the answer must not depend on it.
  if (await findPasskey(app.db, passkey.row)) throw new AppError("PASSKEY_ALREADY_EXISTS");
  const isNew = (await addUser(app, user, project)) !== undefined;
  if (!isNew && !mustVerify) throw new AppError("EMAIL_ALREADY_EXISTS");
  if (user.email !== null) {
    const kind = isNew ? "verify_email" : "account_exists";
    const language = languageToQueue(project, kind, asked);
    await enqueueWithinBudget(app, project.id, "sign_up", { kind, recipient: user.email, language });
  }
  if (!isNew) return undefined;
  const row = withUser(app, user, passkey.row);
  if (!(await insertPasskey(app.db, row))) throw new AppError("PASSKEY_ALREADY_EXISTS");
  const by = { actor: `user:${user.id}`, ip: device.ip, userAgent: device.userAgent };
  const about = { projectId: project.id, userId: user.id, by };
  await recordEvent(app, { kind: "user.signed_up", ...about, data: { method: "passkey" } });
  await recordEvent(app, { kind: "user.passkey_added", ...about, data: { passkey_id: row.id } });
  const proven = { method: "passkey", passkeyId: row.id, isNew: true } as const;
  const admission = await admit(app, project, user, proven, device, attempt);
  return admission.kind === "admitted" ? admission.opened : undefined;
}

function withUser(
  app: Pick<App, "secretBox">,
  { id: userId, projectId }: User,
  row: NewPasskey["row"],
): PasskeyRow {
  return { ...row, userId, userHandle: userHandleOf(app, { projectId, userId, rpId: row.rpId }) };
}
