import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { Session, User } from "../../storage/db.ts";
import {
  findSessionOfAttempt,
  findSignUpAttempt,
  insertSignUpAttempt,
} from "../../storage/opening-attempts.ts";
import { transact } from "../../storage/transact.ts";
import { findUser } from "../../storage/users.ts";
import type { Project } from "../projects/project.ts";
import { accountSubject } from "../rate-limits/account-subject.ts";
import type { OpeningAttempt } from "../sessions/opening-attempt.ts";
import { repeatOpening } from "../sessions/repeat-opening.ts";
import type { TokenPair } from "../sessions/token-pair.ts";

type RepeatApp = Pick<App, "baseUrl" | "clock" | "db" | "passwords" | "rateLimits" | "signer" | "upgrade">;

const DAY_MS = 86_400_000;

/** Stores the attempt of a SignUp that opens no session. Call it in the transaction of the SignUp. */
export async function rememberSignUp(
  app: Pick<App, "clock" | "db">,
  project: Project,
  { hash, mac }: OpeningAttempt,
): Promise<void> {
  const now = app.clock();
  const attempt = { projectId: project.id, attemptHash: hash, mac, expiresAt: now + DAY_MS };
  if (!(await insertSignUpAttempt(app.db, attempt, now))) {
    throw new AppError("ATTEMPT_INVALID", "made before");
  }
}

/**
 * Repeats the answer of a SignUp: without a pair if the address had to be verified first. Returns undefined when the
 * attempt is new. `input` is absent when the attempt covers everything that the caller has proven.
 */
export async function repeatSignUp(
  app: RepeatApp,
  project: Project,
  attempt: OpeningAttempt,
  input?: { email: string; password: string },
): Promise<{ pair?: TokenPair } | undefined> {
  // In a transaction, which also sees what a faster copy of the request is about to commit.
  const { signUp, session } = await transact(app, async ({ db }) => ({
    signUp: await findSignUpAttempt(db, project.id, attempt.hash, app.clock()),
    session: await findSessionOfAttempt(db, project.id, attempt.hash),
  }));
  if (signUp) {
    if (signUp.mac !== attempt.mac) throw new AppError("ATTEMPT_INVALID", "another request");
    return {}; // without a look at the password: the answer would tell who has an account
  }
  if (!session) return undefined;
  const user = input && (await verifyPassword(app, project, session, attempt, input));
  const pair = await repeatOpening(app, project, attempt, user);
  return pair && { pair };
}

/** Counts for the account as a sign-in does, so that an attempt id is no way around that limit. */
async function verifyPassword(
  app: RepeatApp,
  project: Project,
  session: Session,
  attempt: OpeningAttempt,
  { email, password }: { email: string; password: string },
): Promise<User> {
  // First, so that another address cannot be typed to get around the limit.
  if (session.openingMac !== attempt.mac) throw new AppError("ATTEMPT_INVALID", "another request");
  const user = await findUser(app.db, project.id, session.userId);
  if (!user || user.passwordHash === null) throw new AppError("ATTEMPT_INVALID", "no password");
  const subject = accountSubject(project.id, email);
  const settle = await app.rateLimits.attempt([{ name: "sign_in_account", subject }]);
  let isRight: boolean | undefined;
  try {
    isRight = await app.passwords.verify(user.passwordHash, password);
  } finally {
    await settle([isRight === undefined ? "unspent" : isRight ? "proven" : "failed"]);
  }
  if (!isRight) throw new AppError("ATTEMPT_INVALID", "another password");
  return user;
}
