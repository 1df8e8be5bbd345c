import { hash, randomInt, timingSafeEqual } from "node:crypto";
import type { App } from "../../app.ts";
import { newToken } from "../../crypto/random-token.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { OneTimeCodeRow } from "../../storage/db.ts";
import { insertOneTimeCode, lockOneTimeCode, updateOneTimeCode } from "../../storage/one-time-codes.ts";
import { LAST_ATTEMPT_AFTER_MS } from "../mail/mail-retries.ts";
import type { Project } from "../projects/project.ts";
import type { Device } from "../sessions/device.ts";

/** What a code is good for. It is checked when the code is redeemed: a code of one purpose is none for another. */
export type CodePurpose = "sign_in" | "add_factor";

export const CODE_DIGITS = 8;
export const CODE_LIFETIME_MS = 600_000;
export const CODE_ATTEMPTS = 5;

const CHALLENGE = /^[\w-]{43}$/;
const VERIFIER = /^[\w.~-]{43,128}$/;

type CodeApp = Pick<App, "clock" | "db" | "secretBox">;
type Flow = Pick<OneTimeCodeRow, "projectId" | "id" | "purpose">;

/**
 * Begins a flow: the question of one device for codes to one address. Returns its id. It lives as long as its email may
 * wait for the relay. The lifetime of a code begins when it leaves.
 */
export async function beginFlow(
  { clock, db }: Pick<App, "clock" | "db">,
  project: Pick<Project, "id">,
  asked: { purpose: CodePurpose; address: string; challenge: string; device: Device },
): Promise<string> {
  const { purpose, address, challenge, device } = asked;
  const now = clock();
  const id = newToken();
  const unsent = {
    codeMac: null,
    codeExpiresAt: null,
    attempts: 0,
    createdAt: now,
    expiresAt: now + LAST_ATTEMPT_AFTER_MS,
    usedAt: null,
  };
  const from = { ip: device.ip, userAgent: device.userAgent };
  await insertOneTimeCode(db, { id, projectId: project.id, purpose, address, challenge, ...unsent, ...from });
  return id;
}

export function requireChallenge(challenge: string): string {
  if (CHALLENGE.test(challenge)) return challenge;
  throw invalidRequest("code_challenge", "must be the base64url SHA-256 of the verifier: 43 characters");
}

/** A new code, and the device that asked for it. */
export type NewCode = Readonly<Pick<OneTimeCodeRow, "userAgent" | "createdAt"> & { code: string }>;

/**
 * Makes a new code and voids the older one of the flow. Returns undefined when the flow is over. The relay may not take
 * the email, so the flow outlives the code until the email has left.
 */
export async function newCode({ clock, db, secretBox }: CodeApp, flow: Flow): Promise<NewCode | undefined> {
  const now = clock();
  const asked = await lockOneTimeCode(db, flow, now);
  if (!asked) return undefined;
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  const codeMac = macOf({ secretBox }, flow, code).toString("base64url");
  const lifetimes = { codeExpiresAt: now + CODE_LIFETIME_MS, expiresAt: now + LAST_ATTEMPT_AFTER_MS };
  await updateOneTimeCode(db, flow, { codeMac, attempts: 0, ...lifetimes });
  return { code, userAgent: asked.userAgent, createdAt: asked.createdAt };
}

export type Redemption =
  | { kind: "right"; address: string }
  /** `isGuess`: somebody with the verifier tried a code that was not right. */
  | { kind: "wrong"; attemptsLeft: number; isGuess: boolean };

/**
 * Uses a code up. A wrong one counts, so commit the transaction whatever comes of it. Without the verifier nothing
 * happens: a reader of the email can neither use the code nor spend the attempts of its owner.
 */
export async function redeemCode(
  app: CodeApp,
  flow: Flow,
  typed: { code: string; verifier: string },
): Promise<Redemption> {
  const now = app.clock();
  const row = await lockOneTimeCode(app.db, flow, now);
  if (!row || !isVerifierOf(row.challenge, typed.verifier))
    return { kind: "wrong", attemptsLeft: 0, isGuess: false };
  // The email is still on its way. Its code will have all attempts.
  if (row.codeMac === null || (row.codeExpiresAt ?? 0) <= now)
    return { kind: "wrong", attemptsLeft: CODE_ATTEMPTS, isGuess: false };
  if (row.attempts >= CODE_ATTEMPTS) return { kind: "wrong", attemptsLeft: 0, isGuess: false };
  const attempts = row.attempts + 1;
  const isRight = timingSafeEqual(
    macOf(app, flow, digitsOf(typed.code)),
    Buffer.from(row.codeMac, "base64url"),
  );
  await updateOneTimeCode(app.db, flow, isRight ? { attempts, usedAt: now } : { attempts });
  if (isRight) return { kind: "right", address: row.address };
  return { kind: "wrong", attemptsLeft: CODE_ATTEMPTS - attempts, isGuess: true };
}

export function wrongCode({ attemptsLeft }: { attemptsLeft: number }): AppError {
  return new AppError("EMAIL_CODE_INVALID", "", { attempts_left: String(attemptsLeft) });
}

/** People type spaces and hyphens, and some keyboards full-width digits. */
function digitsOf(typed: string): string {
  return typed
    .slice(0, 64)
    .normalize("NFKC")
    .replace(/[\s\u00ad\u200b-\u200f\u2060-]/g, "");
}

function isVerifierOf(challenge: string, verifier: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  return timingSafeEqual(hash("sha256", verifier, "buffer"), Buffer.from(challenge, "base64url"));
}

/** Keyed, because there are only a hundred million codes. With the flow, so that it is none in another one. */
export function macOf(
  { secretBox }: Pick<App, "secretBox">,
  { projectId, id, purpose }: Flow,
  code: string,
): Buffer {
  return secretBox.mac(projectId, "one-time code", `${purpose}\n${id}\n${code}`);
}
