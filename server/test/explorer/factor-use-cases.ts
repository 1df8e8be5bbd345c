import type { App } from "../../src/app.ts";
import { stepAt, totpCode } from "../../src/crypto/factors/totp.ts";
import { completeSignIn } from "../../src/domain/factors/complete-sign-in.ts";
import { confirmTotpEnrollment } from "../../src/domain/factors/confirm-enrollment.ts";
import { reauthenticateSession } from "../../src/domain/factors/reauthenticate-session.ts";
import { regenerateRecoveryCodes } from "../../src/domain/factors/regenerate-recovery-codes.ts";
import { removeTotp } from "../../src/domain/factors/remove-totp.ts";
import { startTotpEnrollment } from "../../src/domain/factors/start-enrollment.ts";
import { resetUserFactors } from "../../src/domain/users/user-factors.ts";
import { asked } from "../../src/testing/nothing-asked.ts";
import { asApp, asBackend, asUser, DEVICE } from "./callers.ts";
import type { Opened, UseCase } from "./use-case.ts";
import type { World } from "./world.ts";

const shown = (app: App, secret: Buffer): string => totpCode(secret, stepAt(app.clock()));

async function complete(
  app: App,
  world: World,
  mfaToken: string,
  kind: "totp" | "recovery_code",
): Promise<Opened> {
  const { secret, recoveryCode } = world.person.factor;
  const proof = { kind, value: kind === "totp" ? shown(app, secret) : recoveryCode };
  return completeSignIn(app, await asApp(app, world), { mfaToken, proof, attemptId: "" }, DEVICE);
}

async function confirm(app: App, world: World): Promise<undefined> {
  const { enrollmentToken, newSecret } = world.person.factor;
  const input = { enrollmentToken, totpCode: shown(app, newSecret), emailCode: "" };
  await confirmTotpEnrollment(app, await asApp(app, world), input, DEVICE);
  return undefined;
}

const completed = {
  events: ["user.signed_in"],
  refusalMayWrite: ["user.sign_in_failed"],
} as const;

const changed = {
  provenBy: "session",
  endsSessions: "others",
  voids: ["change_email", "delete_account"],
} as const;

const enrolled = { ...changed, consumes: "enrollment", events: ["user.factor_enrolled"] } as const;

export const factorUseCases: readonly UseCase[] = [
  {
    name: "CompleteSignIn",
    about: "person",
    needs: { kind: "member", password: "set", address: "verified", factor: "app" },
    run: (app, world) => complete(app, world, world.person.factor.afterPassword, "totp"),
    acknowledges: {
      ...completed,
      opensSessionWith: "password",
      completesWith: "authenticator app",
      consumes: "challenge after the password",
    },
  },
  {
    name: "CompleteSignIn (recovery code)",
    about: "person",
    needs: { kind: "member", password: "set", address: "verified", factor: "app" },
    run: (app, world) => complete(app, world, world.person.factor.afterPassword, "recovery_code"),
    acknowledges: {
      ...completed,
      opensSessionWith: "password",
      completesWith: "recovery code",
      consumes: "challenge after the password",
      events: ["user.signed_in", "user.recovery_code_used"],
    },
  },
  {
    name: "CompleteSignIn (Google)",
    about: "person",
    needs: { kind: "member", google: true, address: "verified", factor: "app" },
    run: (app, world) => complete(app, world, world.person.factor.afterGoogle, "totp"),
    acknowledges: {
      ...completed,
      opensSessionWith: "google",
      completesWith: "authenticator app",
      consumes: "challenge after Google",
    },
  },
  {
    name: "StartTotpEnrollment",
    about: "person",
    needs: { kind: "member", address: "verified", factor: "enrolling" },
    async run(app, world) {
      const { project, signedIn } = await asUser(app, world);
      await startTotpEnrollment(app, project, signedIn, asked, DEVICE);
      return undefined;
    },
    acknowledges: {},
  },
  {
    name: "ConfirmTotpEnrollment",
    about: "person",
    needs: { kind: "member", address: "verified", factor: "enrolling" },
    run: confirm,
    acknowledges: enrolled,
  },
  {
    name: "ConfirmTotpEnrollment (another app)",
    about: "person",
    needs: { kind: "member", address: "verified", factor: "app" },
    run: confirm,
    acknowledges: { ...enrolled, endsCredentials: ["authenticator app", "recovery code"] },
  },
  {
    name: "RemoveTotp",
    about: "person",
    needs: { kind: "member", factor: "app" },
    async run(app, world) {
      const { project, signedIn } = await asUser(app, world);
      await removeTotp(app, project, signedIn, DEVICE);
      return undefined;
    },
    acknowledges: {
      ...changed,
      consumes: "authenticator app",
      endsCredentials: ["authenticator app", "recovery code"],
      events: ["user.factor_removed"],
    },
  },
  {
    name: "RegenerateRecoveryCodes",
    about: "person",
    needs: { kind: "member", factor: "app" },
    async run(app, world) {
      const { project, signedIn } = await asUser(app, world);
      await regenerateRecoveryCodes(app, project, signedIn, DEVICE);
      return undefined;
    },
    acknowledges: {
      ...changed,
      endsCredentials: ["recovery code"],
      events: ["user.recovery_codes_replaced"],
    },
  },
  {
    name: "Reauthenticate (authenticator app)",
    about: "person",
    needs: { kind: "member", factor: "app" },
    async run(app, world) {
      const { project, signedIn } = await asUser(app, world);
      const proof = { kind: "totp", value: shown(app, world.person.factor.secret) } as const;
      await reauthenticateSession(app, project, signedIn, { proof, attemptId: "" }, DEVICE);
      return undefined;
    },
    acknowledges: { provenBy: "session", refusalMayWrite: ["user.sign_in_failed"] },
  },
  {
    name: "ResetUserFactors",
    about: "person",
    needs: { kind: "member", factor: "app" },
    async run(app, world) {
      await resetUserFactors(app, await asBackend(app, world), world.person.id);
      return undefined;
    },
    acknowledges: {
      endsCredentials: ["authenticator app", "recovery code"],
      endsSessions: "all",
      voids: ["change_email", "delete_account"],
      events: ["user.factors_reset"],
    },
  },
];
