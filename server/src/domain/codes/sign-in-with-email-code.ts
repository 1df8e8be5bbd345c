import type { App } from "../../app.ts";
import { AppError, type Reason } from "../../errors.ts";
import { findOneTimeCode } from "../../storage/one-time-codes.ts";
import { transact } from "../../storage/transact.ts";
import { refillMailBudget } from "../mail/mail-budget.ts";
import type { Project } from "../projects/project.ts";
import { accountSubject } from "../rate-limits/account-subject.ts";
import type { Device } from "../sessions/device.ts";
import { oncePerAttempt } from "../sessions/once-per-attempt.ts";
import { type OpeningAttempt, openingAttempt } from "../sessions/opening-attempt.ts";
import { recordFailedSignIn } from "../sessions/record-failed-sign-in.ts";
import { type TokenPair, tokenPair } from "../sessions/token-pair.ts";
import { findUserDevice } from "../sessions/user-device.ts";
import { redeemCode, wrongCode } from "./one-time-code.ts";
import { requireEmailCodes } from "./request-email-code.ts";
import { type MailboxSignIn, signInByMailbox } from "./sign-in-by-mailbox.ts";

type CodeApp = Pick<
  App,
  "baseUrl" | "clock" | "db" | "newId" | "rateLimits" | "secretBox" | "signer" | "upgrade" | "wakeMailJob"
>;

export type EmailCodeSignIn = Readonly<{
  flowId: string;
  code: string;
  codeVerifier: string;
  attemptId: string;
  deviceToken: string;
}>;

/** Signs in with the code of an email, or creates the user. */
export function signInWithEmailCode(
  app: CodeApp,
  project: Project,
  input: EmailCodeSignIn,
  device: Device,
): Promise<TokenPair> {
  requireEmailCodes(project);
  const { flowId, code, codeVerifier } = input;
  const attempt = openingAttempt(project, input.attemptId, "SignInWithEmailCode", flowId, code, codeVerifier);
  return oncePerAttempt(app, project, attempt, () => redeemAndSignIn(app, project, input, device, attempt));
}

async function redeemAndSignIn(
  app: CodeApp,
  project: Project,
  input: EmailCodeSignIn,
  device: Device,
  attempt: OpeningAttempt | undefined,
): Promise<TokenPair> {
  const flow = { projectId: project.id, id: input.flowId, purpose: "sign_in" };
  const asked = await findOneTimeCode(app.db, flow, app.clock());
  if (!asked) throw wrongCode({ attemptsLeft: 0 });
  const settle = await countGuess(app, project, asked.address, input.deviceToken);
  const result = await transact(app, async (app) => {
    const redeemed = await redeemCode(app, flow, { code: input.code, verifier: input.codeVerifier });
    if (redeemed.kind === "wrong") return redeemed;
    return signInByMailbox(app, project, redeemed.address, device, attempt);
  }).catch(async (error: unknown) => {
    await settle(["unspent"]);
    throw error;
  });
  await settle([result.kind === "wrong" && result.isGuess ? "failed" : "unspent"]);
  if (result.kind === "wrong") {
    if (result.isGuess) await recordFailedSignIn(app, project, undefined, { method: "email_code" }, device);
    throw wrongCode(result);
  }
  await refillMailBudget(app, project.id, "email_code", asked.address);
  return complete(app, project, result);
}

/**
 * Wrong codes are counted for each account and day, whatever flow they are for. Those of a device where the account was
 * used before are counted by themselves, so that strangers cannot keep its owner out.
 */
async function countGuess(app: CodeApp, project: Project, email: string, deviceToken: string) {
  const known = await findUserDevice(app, project, { email, deviceToken });
  // Somebody who has only prepared the account gets no budget of their own.
  const attempt = known?.signingIn.user?.emailVerifiedAt
    ? ({ name: "email_code_device", subject: known.id } as const)
    : ({ name: "email_code_account", subject: accountSubject(project.id, email) } as const);
  return app.rateLimits.attempt([attempt]);
}

async function complete(app: CodeApp, project: Project, result: MailboxSignIn): Promise<TokenPair> {
  app.wakeMailJob();
  // Safe to reveal: the caller has proven the mailbox.
  if (result.kind === "refused") throw new AppError(result.reason satisfies Reason);
  return tokenPair(app, project, result.user, result.opened);
}
