import { hashToken } from "../../src/crypto/random-token.ts";
import { useTypedRecoveryCode } from "../../src/domain/factors/check-code.ts";
import { AppError } from "../../src/errors.ts";
import { findTotpFactor } from "../../src/storage/factors.ts";
import { findMfaChallenge, updateMfaChallenge } from "../../src/storage/mfa-challenges.ts";
import { transact } from "../../src/storage/transact.ts";
import { findUser } from "../../src/storage/users.ts";
import { asApp } from "./callers.ts";
import { WITHOUT_FACTOR } from "./factor-invariants.ts";
import { letIn, userWithPassword, type Weakened } from "./weakened.ts";

const BOTH = ["sqlite", "postgres"] as const;

/** The same for second factors. */
export const weakenedFactors: readonly Weakened[] = [
  {
    bug: "SignIn asks only before its transaction whether a second factor is due",
    instead: "SignIn",
    partner: "ConfirmTotpEnrollment",
    breaks: WITHOUT_FACTOR,
    engines: BOTH,
    async run(app, world) {
      const project = await asApp(app, world);
      const user = await userWithPassword(app, project, world.person);
      const factor = await findTotpFactor(app.db, { projectId: project.id, userId: user.id });
      if (factor) throw new AppError("MFA_REQUIRED");
      return transact(app, (app) => letIn(app, project, user, "password"));
    },
  },
  {
    bug: "CompleteSignIn does not look whether the account has changed since the first factor",
    instead: "CompleteSignIn (recovery code)",
    partner: "RevokeUserSessions",
    breaks: "a sign-in that waits for its second factor is void once an act has ended all sessions",
    engines: BOTH,
    async run(app, world) {
      const project = await asApp(app, world);
      const { afterPassword, recoveryCode } = world.person.factor;
      const by = { projectId: project.id, purpose: "sign_in", tokenHash: hashToken(afterPassword) };
      return transact(app, async (app) => {
        const challenge = await findMfaChallenge(app.db, by, app.clock());
        const user = challenge && (await findUser(app.db, project.id, challenge.userId));
        if (!user) throw new AppError("MFA_CHALLENGE_INVALID");
        if (!(await useTypedRecoveryCode(app, user, recoveryCode))) throw new AppError("MFA_CODE_INVALID");
        await updateMfaChallenge(app.db, challenge, { usedAt: app.clock() });
        return letIn(app, project, user, "password", "password recovery_code");
      });
    },
  },
];
