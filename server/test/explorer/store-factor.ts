import type { App } from "../../src/app.ts";
import { hashToken } from "../../src/crypto/random-token.ts";
import { newChallenge } from "../../src/domain/factors/challenge.ts";
import { recoveryCodeMac } from "../../src/domain/factors/recovery-code-mac.ts";
import { sealPendingSecret, sealTotpSecret } from "../../src/domain/factors/totp-secret.ts";
import type { User } from "../../src/storage/db.ts";
import { putTotpFactor, replaceRecoveryCodes } from "../../src/storage/factors.ts";
import { insertMfaChallenge } from "../../src/storage/mfa-challenges.ts";
import { listIdentities } from "../../src/storage/users.ts";
import type { World } from "./world.ts";

/** The authenticator app of the person, if there is one, the one that is about to be added, and sign-ins that wait. */
export async function storeFactor(app: App, { person, state }: World, user: User): Promise<void> {
  const { secret, recoveryCode, newSecret, enrollmentToken, afterPassword, afterGoogle } = person.factor;
  const { id: userId, projectId } = user;
  const store = (token: string, facts: Parameters<typeof newChallenge>[2]) => {
    const { row } = newChallenge(app, user, facts);
    const tokenHash = hashToken(token);
    const isPending = facts.purpose === "enroll";
    const secretSealed = isPending ? sealPendingSecret(app, { projectId, tokenHash }, newSecret) : null;
    return insertMfaChallenge(app.db, { ...row, tokenHash, secretSealed });
  };
  const [session] = person.sessions;
  const proof = user.email ?? "";
  await store(enrollmentToken, { purpose: "enroll", method: "session", proof, sessionId: session.id });
  if (state.factor !== "app") return;
  const now = app.clock();
  const secretSealed = sealTotpSecret(app, { projectId, userId }, secret);
  await putTotpFactor(app.db, {
    userId,
    projectId,
    secretSealed,
    lastStep: 0,
    createdAt: now,
    lastUsedAt: null,
  });
  await replaceRecoveryCodes(app.db, { projectId, userId }, [recoveryCodeMac(app, user, recoveryCode)], now);
  const passwordProof = hashToken(user.passwordHash ?? "");
  await store(afterPassword, { purpose: "sign_in", method: "password", proof: passwordProof });
  const [google] = await listIdentities(app.db, projectId, userId);
  if (google) await store(afterGoogle, { purpose: "sign_in", method: "google", proof: google.id });
}
