import type { App } from "../../app.ts";
import { AppError, FactorRequired } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { enqueueWithinBudget } from "../mail/mail-budget.ts";
import { languageToQueue } from "../mail/mail-language.ts";
import type { Project } from "../projects/project.ts";
import { type Admission, admit } from "../sessions/admit.ts";
import type { Device } from "../sessions/device.ts";
import { type OpeningAttempt, openingAttempt } from "../sessions/opening-attempt.ts";
import { type TokenPair, tokenPair } from "../sessions/token-pair.ts";
import { addUser } from "./add-user.ts";
import { type AskedLanguages, localeOfNewUser } from "./asked-languages.ts";
import { canonicalEmail, requireEmail } from "./email.ts";
import { newUser } from "./new-user.ts";
import { requireStrongPassword } from "./password-policy.ts";
import { requireDisplayName } from "./profile.ts";
import { rememberSignUp, repeatSignUp } from "./repeat-sign-up.ts";

/** What a sign-up needs, by whichever method. */
export type SignUpApp = Pick<
  App,
  | "baseUrl"
  | "clock"
  | "db"
  | "metrics"
  | "newId"
  | "passwords"
  | "rateLimits"
  | "secretBox"
  | "signer"
  | "upgrade"
  | "wakeMailJob"
>;

type SignUpInput = {
  email: string;
  password: string;
  displayName: string;
  attemptId: string;
  asked: AskedLanguages;
};

/**
 * Creates an account. If the project requires a verified email, it returns undefined whether or not the address
 * already has an account; the owner gets an email instead. A call that repeats an attempt gets the same answer again.
 */
export async function signUp(
  app: SignUpApp,
  project: Project,
  input: SignUpInput,
  device: Device,
): Promise<TokenPair | undefined> {
  const email = canonicalEmail(input.email) ?? input.email;
  const attempt = openingAttempt(project, input.attemptId, "SignUp", email);
  if (!attempt) return createAccount(app, project, input, device);
  const repeat = () => repeatSignUp(app, project, attempt, { email, password: input.password });
  const repeated = await repeat();
  if (repeated) return repeated.pair;
  try {
    return await createAccount(app, project, input, device, attempt);
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
  input: SignUpInput,
  device: Device,
  attempt?: OpeningAttempt,
): Promise<TokenPair | undefined> {
  if (project.settings.signUpClosed) throw new AppError("SIGN_UP_CLOSED");
  const email = requireEmail(input.email);
  const displayName = requireDisplayName(input.displayName);
  await requireStrongPassword(project, input.password, email);
  const passwordHash = await app.passwords.hash(input.password);
  const unprovenSignUpAt = app.clock();
  const { asked } = input;
  const locale = localeOfNewUser(asked);
  const user = newUser(app, project, { email, displayName, passwordHash, unprovenSignUpAt, locale });

  const opened = await transact(app, (app) => create(app, project, { user, asked }, device, attempt));
  app.wakeMailJob();
  if (project.settings.requireEmailVerification) return undefined;
  // Thrown after the commit, so that the queued email is kept.
  if (!opened) throw new AppError("EMAIL_ALREADY_EXISTS");
  if (opened.kind === "challenged") throw new FactorRequired(opened.challenge);
  return tokenPair(app, project, user, opened.opened);
}

async function create(
  app: SignUpApp,
  project: Project,
  { user, asked }: { user: User; asked: AskedLanguages },
  device: Device,
  attempt: OpeningAttempt | undefined,
): Promise<Exclude<Admission, { kind: "refused" }> | undefined> {
  const mustVerify = project.settings.requireEmailVerification;
  // First, so that a copy of the request waits here. For new and for taken addresses.
  if (mustVerify && attempt) await rememberSignUp(app, project, attempt);
  const isNew = (await addUser(app, user, project)) !== undefined;
  if (isNew || mustVerify) {
    const kind = isNew ? "verify_email" : "account_exists";
    const language = languageToQueue(project, kind, asked);
    await enqueueWithinBudget(app, project.id, "sign_up", { kind, recipient: user.email ?? "", language });
  }
  if (!isNew) return undefined;
  await recordEvent(app, {
    kind: "user.signed_up",
    projectId: project.id,
    userId: user.id,
    by: { actor: `user:${user.id}`, ip: device.ip, userAgent: device.userAgent },
    data: { method: "password" },
  });
  const proven = { method: "password", isNew: true } as const;
  const admission = await admit(app, project, user, proven, device, attempt);
  return admission.kind === "refused" ? undefined : admission;
}
