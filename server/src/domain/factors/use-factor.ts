import type { App } from "../../app.ts";
import type { SecondFactor } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { type PasskeyOfUser, provePasskey, usePasskey } from "../passkeys/prove-passkey.ts";
import { RejectedPasskey } from "../passkeys/rejected-passkey.ts";
import type { Project } from "../projects/project.ts";
import type { Device } from "../sessions/device.ts";
import { useTotpCode, useTypedRecoveryCode } from "./check-code.ts";
import { countWrongGuess, holdGuess } from "./wrong-codes.ts";

/** What the user sends for a second factor. */
export type FactorProof = Readonly<{ kind: SecondFactor; value: string }>;

/** With the passkey, if it is one, as it was checked before the transaction. */
export type CheckedProof = FactorProof & Readonly<{ passkey?: PasskeyOfUser | RejectedPasskey }>;

/** Checks the signature of a passkey. One that is refused counts as a wrong proof, so nothing is thrown yet. */
export async function checkProof(
  app: Pick<App, "baseUrl" | "clock" | "db" | "secretBox">,
  project: Project,
  proof: FactorProof,
  userId: string,
): Promise<CheckedProof> {
  if (proof.kind !== "passkey") return proof;
  try {
    const passkey = await provePasskey(app, project, proof.value);
    const isOwn = passkey.user.id === userId;
    return { ...proof, passkey: isOwn ? passkey : new RejectedPasskey("of another user", userId) };
  } catch (error) {
    if (error instanceof RejectedPasskey) return { ...proof, passkey: error };
    throw error;
  }
}

/**
 * Uses a proof up. Returns false when it is wrong: that counts, so commit the transaction. Fails with RATE_LIMITED when too
 * many were: a code of the app also if it is right. Call it before the user is locked.
 */
export function useFactor(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  project: Project,
  user: Pick<User, "id" | "projectId">,
  { kind, value, passkey }: CheckedProof,
  device: Device,
): Promise<boolean> {
  if (kind === "totp") return useTotpCode(app, user, value);
  if (kind === "recovery_code") return useTypedRecoveryCode(app, user, value);
  return useOwnPasskey(app, project, user, passkey, device);
}

async function useOwnPasskey(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  user: Pick<User, "id" | "projectId">,
  passkey: PasskeyOfUser | RejectedPasskey | undefined,
  device: Device,
): Promise<boolean> {
  if (passkey !== undefined && !(passkey instanceof RejectedPasskey)) {
    await usePasskey(app, project, passkey, device); // however many were wrong: a signature is not guessed
    return true;
  }
  await countWrongGuess(app, await holdGuess(app, user, "passkey"));
  return false;
}

/** The id of the passkey that was used. */
export function passkeyIdOf({ passkey }: CheckedProof): string | undefined {
  return passkey === undefined || passkey instanceof RejectedPasskey ? undefined : passkey.passkey.id;
}
