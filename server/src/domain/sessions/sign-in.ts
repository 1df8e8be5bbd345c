import type { App } from "../../app.ts";
import { QueueFullError } from "../../crypto/work-queue.ts";
import { AppError, FactorRequired } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { requireUnchanged } from "../../storage/project-version.ts";
import { transact } from "../../storage/transact.ts";
import { findUser } from "../../storage/users.ts";
import { canonicalEmail } from "../accounts/email.ts";
import type { Project } from "../projects/project.ts";
import { admit } from "./admit.ts";
import { admitAtOnce } from "./admit-at-once.ts";
import type { Device } from "./device.ts";
import { type OpeningAttempt, openingAttempt } from "./opening-attempt.ts";
import { recordFailedSignIn } from "./record-failed-sign-in.ts";
import { RefusedSignIn, recordRefusedSignIn } from "./refused-sign-in.ts";
import { repeatOpening } from "./repeat-opening.ts";
import { findSigningIn, type SigningIn } from "./signing-in.ts";
import { pairFacts, signPair, type TokenPair } from "./token-pair.ts";

type SignInApp = Pick<
  App,
  | "baseUrl"
  | "clock"
  | "db"
  | "dummyHashes"
  | "newId"
  | "passwords"
  | "secretBox"
  | "signer"
  | "upgrade"
  | "wakeMailJob"
>;

type UserWithPassword = User & { passwordHash: string };

type Call = Readonly<{
  password: string;
  device: Device;
  attempt: OpeningAttempt | undefined;
  /** Undefined once the user was read again. */
  activity: SigningIn["activity"];
}>;

/** `known`: the user, if the caller has read it in this call by the device token and compared the address. */
export async function signIn(
  app: SignInApp,
  project: Project,
  input: { email: string; password: string; attemptId: string },
  device: Device,
  known?: SigningIn,
): Promise<TokenPair> {
  const email = canonicalEmail(input.email);
  const attempt = openingAttempt(project, input.attemptId, "SignIn", email ?? "");
  const { user, activity } = known ?? (await findByEmail(app, project, email));
  const call = { password: input.password, device, attempt, activity };
  // Read for every address, so that known ones take as long.
  const dummy = await app.dummyHashes.of(project.id, email ?? input.email);
  try {
    const proven = await verifyPassword(app, user, dummy, input.password);
    const pair = await openSession(app, project, proven, call);
    return pair ?? (await signInAfterRehash(app, project, proven, call));
  } catch (error) {
    if (error instanceof AppError && error.reason === "INVALID_CREDENTIALS") {
      await recordFailedSignIn(app, project, user?.id, { method: "password" }, device);
    }
    await recordRefusedSignIn(app, project, error, device);
    throw error;
  }
}

async function findByEmail(app: SignInApp, project: Project, email: string | undefined): Promise<SigningIn> {
  if (email !== undefined) return findSigningIn(app, project, { email });
  await requireUnchanged(app.db, project);
  return { user: undefined };
}

/** Hashes even when there is no user or no password, so that timing does not reveal which addresses exist. */
async function verifyPassword(
  app: Pick<App, "passwords">,
  user: User | undefined,
  dummy: string | null,
  password: string,
): Promise<UserWithPassword> {
  const passwordHash = user?.passwordHash ?? null;
  const isRight = await app.passwords.verify(passwordHash ?? dummy, password);
  if (!user || passwordHash === null || !isRight) throw new AppError("INVALID_CREDENTIALS");
  return { ...user, passwordHash };
}

/**
 * The hash was replaced while it was verified. If another sign-in rehashed it, the password is still correct; if the
 * password was changed, it is not.
 */
async function signInAfterRehash(
  app: SignInApp,
  project: Project,
  { id }: User,
  call: Call,
): Promise<TokenPair> {
  const proven = await verifyPassword(app, await findUser(app.db, project.id, id), null, call.password);
  const pair = await openSession(app, project, proven, { ...call, activity: undefined });
  if (!pair) throw new AppError("INVALID_CREDENTIALS", "the password was replaced meanwhile");
  return pair;
}

/**
 * Returns undefined when the user's password hash has changed. A call whose attempt has opened a session before gets
 * that one: the password is verified by then, as in every other call.
 */
async function openSession(
  app: SignInApp,
  project: Project,
  user: UserWithPassword,
  call: Call,
): Promise<TokenPair | undefined> {
  const { device, attempt, activity } = call;
  const rehashed = await rehash(app, user.passwordHash, call.password);
  const atOnce =
    rehashed === undefined && (await admitAtOnce(app, project, { ...user, activity }, device, attempt));
  if (atOnce) return atOnce;
  try {
    return await openNewSession(app, project, user, call, rehashed);
  } catch (error) {
    if (!call.attempt || !(error instanceof AppError) || error.reason !== "ATTEMPT_INVALID") throw error;
    const repeated = await repeatOpening(app, project, call.attempt, user);
    if (!repeated) throw error;
    return repeated;
  }
}

async function openNewSession(
  app: SignInApp,
  project: Project,
  user: UserWithPassword,
  { device, attempt }: Call,
  rehashed: string | undefined,
): Promise<TokenPair | undefined> {
  const { passwordHash } = user;
  const opened = await transact(app, async (app) => {
    const proven = { method: "password", passwordHash, rehashed } as const;
    const admission = await admit(app, project, user, proven, device, attempt);
    if (admission.kind === "refused") {
      if (admission.reason === "INVALID_CREDENTIALS") return undefined;
      throw new RefusedSignIn(admission.reason, user.id, "password"); // revealed only after the password was verified
    }
    if (admission.kind === "challenged") return admission;
    const facts = await pairFacts(app, project, user);
    return { kind: "opened" as const, user: admission.user, ...admission.opened, ...facts };
  });
  if (opened?.kind === "challenged") throw new FactorRequired(opened.challenge);
  if (project.settings.newDeviceNotices) app.wakeMailJob();
  return opened && signPair(app, project, opened.user, opened);
}

/** Hashes the password again if its hash has outdated parameters, unless the hashing queue is full. */
async function rehash(
  app: Pick<App, "passwords">,
  passwordHash: string,
  password: string,
): Promise<string | undefined> {
  if (!app.passwords.needsRehash(passwordHash)) return undefined;
  try {
    return await app.passwords.hash(password);
  } catch (error) {
    if (error instanceof QueueFullError) return undefined;
    throw error;
  }
}
