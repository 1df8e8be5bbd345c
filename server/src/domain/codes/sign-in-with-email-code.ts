import type { App } from "../../app.ts";
import { AppError, FactorRequired } from "../../errors.ts";
import { findOneTimeCode } from "../../storage/one-time-codes.ts";
import { transact } from "../../storage/transact.ts";
import { findUserByEmail } from "../../storage/users.ts";
import type { AskedLanguages } from "../accounts/asked-languages.ts";
import { refillMailBudget } from "../mail/mail-budget.ts";
import type { Project } from "../projects/project.ts";
import type { Device } from "../sessions/device.ts";
import { oncePerAttempt } from "../sessions/once-per-attempt.ts";
import { type OpeningAttempt, openingAttempt } from "../sessions/opening-attempt.ts";
import { recordFailedSignIn } from "../sessions/record-failed-sign-in.ts";
import { RefusedSignIn, recordRefusedSignIn } from "../sessions/refused-sign-in.ts";
import { type TokenPair, tokenPair } from "../sessions/token-pair.ts";
import { countCodeGuess } from "./count-code-guess.ts";
import { findProvenDevice } from "./find-proven-device.ts";
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
  asked: AskedLanguages;
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
  const { address } = asked;
  const knownDevice = await findProvenDevice(app, project, {
    email: address,
    deviceToken: input.deviceToken,
  });
  const settle = await countCodeGuess(
    app,
    project,
    address,
    knownDevice === undefined ? { kind: "stranger" } : { kind: "device", id: knownDevice },
  );
  const result = await transact(app, async (app) => {
    const redeemed = await redeemCode(app, flow, { code: input.code, verifier: input.codeVerifier });
    if (redeemed.kind === "wrong") return redeemed;
    const mailbox = { email: redeemed.address, asked: input.asked };
    return signInByMailbox(app, project, mailbox, device, attempt);
  }).catch(async (error: unknown) => {
    await settle(["unspent"]);
    throw error;
  });
  await settle([result.kind === "wrong" && result.isGuess ? "failed" : "unspent"]);
  if (result.kind === "wrong") {
    if (result.isGuess) await recordGuess(app, project, address, device);
    throw wrongCode(result);
  }
  await refillMailBudget(app, project.id, "email_code", address);
  if (knownDevice) await refillMailBudget(app, project.id, "email_code", address, knownDevice);
  return complete(app, project, result, device);
}

/** With the user, if the address has one: for the administrator who is asked. */
async function recordGuess(app: CodeApp, project: Project, email: string, device: Device): Promise<void> {
  const user = await findUserByEmail(app.db, project.id, email);
  await recordFailedSignIn(app, project, user?.id, { method: "email_code" }, device);
}

/** What it tells is safe to reveal: the caller has proven the mailbox. */
async function complete(
  app: CodeApp,
  project: Project,
  result: MailboxSignIn,
  device: Device,
): Promise<TokenPair> {
  app.wakeMailJob();
  if (result.kind === "signed-in") return tokenPair(app, project, result.user, result.opened);
  if (result.kind === "challenged") throw new FactorRequired(result.challenge);
  if (result.kind === "refused") throw new AppError(result.reason);
  const refusal = new RefusedSignIn("USER_DISABLED", result.userId, "email_code");
  await recordRefusedSignIn(app, project, refusal, device);
  throw refusal;
}
