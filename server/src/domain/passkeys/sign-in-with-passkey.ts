import type { App } from "../../app.ts";
import { transact } from "../../storage/transact.ts";
import type { Project } from "../projects/project.ts";
import { admit } from "../sessions/admit.ts";
import { admitPasskeyAtOnce } from "../sessions/admit-at-once.ts";
import type { Device } from "../sessions/device.ts";
import { openOrRepeat } from "../sessions/once-per-attempt.ts";
import { type OpeningAttempt, openingAttempt } from "../sessions/opening-attempt.ts";
import { recordFailedSignIn } from "../sessions/record-failed-sign-in.ts";
import { RefusedSignIn, recordRefusedSignIn } from "../sessions/refused-sign-in.ts";
import { pairFacts, signPair, type TokenPair } from "../sessions/token-pair.ts";
import { usedChallenge } from "./challenge.ts";
import { counterWentBack } from "./check-proof.ts";
import {
  notePasskey,
  type PasskeyOfUser,
  proveCredential,
  readCredential,
  usePasskey,
} from "./prove-passkey.ts";
import { RejectedPasskey, unknownPasskey } from "./rejected-passkey.ts";

type PasskeyApp = Pick<
  App,
  "baseUrl" | "clock" | "db" | "newId" | "secretBox" | "signer" | "upgrade" | "wakeMailJob"
>;

/** Signs in with what the platform answered to `get`. */
export async function signInWithPasskey(
  app: PasskeyApp,
  project: Project,
  { credentialJson, attemptId }: { credentialJson: string; attemptId: string },
  device: Device,
): Promise<TokenPair> {
  const credential = await readCredential(app, project, credentialJson);
  const attempt = openingAttempt(project, attemptId, "SignInWithPasskey", credentialJson);
  try {
    return await openOrRepeat(app, project, attempt, async () => {
      const proof = await proveCredential(app, project, credential);
      return openSession(app, project, proof, device, attempt);
    });
  } catch (error) {
    // Passkeys that nobody has leave no trace: anybody can make them up.
    if (error instanceof RejectedPasskey && error.userId !== undefined) {
      await recordFailedSignIn(app, project, error.userId, { method: "passkey" }, device);
    }
    await recordRefusedSignIn(app, project, error, device);
    throw error;
  }
}

async function openSession(
  app: PasskeyApp,
  project: Project,
  proof: PasskeyOfUser,
  device: Device,
  attempt: OpeningAttempt | undefined,
): Promise<TokenPair> {
  const { hasUsedChallenge, pair } = await openAtOnce(app, project, proof, device, attempt);
  if (pair) return pair;
  const { user, passkey } = proof;
  const opened = await transact(app, async (app) => {
    if (hasUsedChallenge) await notePasskey(app, project, proof, device);
    else await usePasskey(app, project, proof, device);
    const proven = { method: "passkey", passkeyId: passkey.id } as const;
    const admission = await admit(app, project, user, proven, device, attempt);
    if (admission.kind === "challenged") throw new Error("a passkey is both factors");
    if (admission.kind === "refused") {
      if (admission.reason === "INVALID_CREDENTIALS") throw unknownPasskey(passkey.rpId);
      throw new RefusedSignIn(admission.reason, user.id, "passkey"); // safe to reveal: the passkey was right
    }
    return { user: admission.user, ...admission.opened, ...(await pairFacts(app, project, user)) };
  });
  if (project.settings.newDeviceNotices) app.wakeMailJob();
  return signPair(app, project, opened.user, opened);
}

/** With one statement, unless there is something to decide. */
async function openAtOnce(
  app: PasskeyApp,
  project: Project,
  { passkey, user, activity, challenge, facts, state }: PasskeyOfUser,
  device: Device,
  attempt: OpeningAttempt | undefined,
): ReturnType<typeof admitPasskeyAtOnce> {
  const { signCount } = state;
  if (counterWentBack(passkey, signCount)) return { hasUsedChallenge: false, pair: undefined };
  const use = {
    passkey: {
      id: passkey.id,
      signCountBefore: passkey.signCount,
      signCount,
      backedUp: state.backupState ? 1 : 0,
    },
    challenge: usedChallenge(challenge, facts),
  };
  return admitPasskeyAtOnce(app, project, { ...user, activity }, use, device, attempt);
}
