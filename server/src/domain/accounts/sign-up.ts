import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { enqueueWithinBudget } from "../mail/mail-budget.ts";
import type { Project } from "../projects/project.ts";
import { admit, type OpenedSession } from "../sessions/admit.ts";
import type { Device } from "../sessions/device.ts";
import { type TokenPair, tokenPair } from "../sessions/token-pair.ts";
import { addUser } from "./add-user.ts";
import { requireEmail } from "./email.ts";
import { newUser } from "./new-user.ts";
import { requireStrongPassword } from "./password-policy.ts";
import { requireDisplayName } from "./profile.ts";

type SignUpApp = Pick<
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

/**
 * Creates an account. If the project requires a verified email, it returns undefined whether or not the address
 * already has an account; the owner gets an email instead.
 */
export async function signUp(
  app: SignUpApp,
  project: Project,
  input: { email: string; password: string; displayName: string },
  device: Device,
): Promise<TokenPair | undefined> {
  if (project.settings.signUpClosed) throw new AppError("SIGN_UP_CLOSED");
  const email = requireEmail(input.email);
  const displayName = requireDisplayName(input.displayName);
  await requireStrongPassword(project, input.password, email);
  const passwordHash = await app.passwords.hash(input.password);
  const unprovenSignUpAt = app.clock();
  const user = newUser(app, project, { email, displayName, passwordHash, unprovenSignUpAt });

  const opened = await transact(app, (app) => create(app, project, user, device));
  app.wakeMailJob();
  if (project.settings.requireEmailVerification) return undefined;
  // Thrown after the commit, so that the queued email is kept.
  if (!opened) throw new AppError("EMAIL_ALREADY_EXISTS");
  return tokenPair(app, project, user, opened);
}

async function create(
  app: SignUpApp,
  project: Project,
  user: User,
  device: Device,
): Promise<OpenedSession | undefined> {
  const isNew = (await addUser(app, user)) !== undefined;
  const mustVerify = project.settings.requireEmailVerification;
  if (isNew || mustVerify) {
    const kind = isNew ? "verify_email" : "account_exists";
    await enqueueWithinBudget(app, project.id, "sign_up", { kind, recipient: user.email ?? "" });
  }
  if (!isNew) return undefined;
  await recordEvent(app, {
    kind: "user.signed_up",
    projectId: project.id,
    userId: user.id,
    by: { actor: `user:${user.id}`, ip: device.ip },
    data: { method: "password" },
  });
  const admission = await admit(app, project, user, { method: "password", isNew: true }, device);
  return admission.kind === "admitted" ? admission.opened : undefined;
}
