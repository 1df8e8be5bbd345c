import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mfa } from "../../sdk/typescript/src/mfa.ts";
import {
  type AuthClient,
  createAuthClient,
  isAuthError,
  memoryStorage,
} from "../../sdk/typescript/src/sdk.ts";
import { createTestAuth } from "../../sdk/typescript/src/testing.ts";
import { TEST_TOTP_CODE, testMfa } from "../../sdk/typescript/src/testing-mfa.ts";
import { engines } from "../src/testing/engines.ts";
import { fromBase32, shownCode } from "../src/testing/factors.ts";
import { TestApp } from "../src/testing/test-app.ts";

const [engine = expect.fail()] = engines;
const MINUTE_MS = 60_000;
const GRACE = "grace@example.com";
const password = "four words and more";
type Policy = "optional" | "required";

type World = {
  device: () => AuthClient;
  /** What the app with this secret shows, after so many steps. */
  codeOf: (secret: string) => string;
  passTime: (ms: number) => void;
  close: () => Promise<void>;
};

async function realWorld(policy: Policy): Promise<World> {
  const t = await TestApp.open(engine);
  const settings = { allowAnonymousSignIn: true, mfa: { policy, claim: "", claimValues: [] } };
  const { project } = await t.addProject("Demo", settings);
  const { publishableKey } = project;
  const clock = { now: t.app.clock, steady: t.app.clock };
  return {
    device: () =>
      createAuthClient({
        baseUrl: t.url,
        publishableKey,
        clock,
        storage: memoryStorage(),
        onError: () => {},
      }),
    codeOf: (secret) => shownCode(t, fromBase32(secret)),
    passTime: (ms) => t.advance(ms),
    close: () => t.close(),
  };
}

async function worldInMemory(policy: Policy): Promise<World> {
  const auth = await createTestAuth({ as: "signedOut" });
  testMfa(auth, { policy });
  return {
    device: () => auth.anotherDevice(),
    codeOf: () => TEST_TOTP_CODE,
    passTime: auth.passTime,
    close: async () => {},
  };
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: unknown) =>
      isAuthError(error) ? [error.reason, error.code, error.status, error.metadata] : error,
  );

const reasonOf = async (work: Promise<unknown>) => ((await outcomeOf(work)) as unknown[])[0];

describe.each([
  ["the real server", realWorld],
  ["the server of the test kit", worldInMemory],
])("second factors on %s", (_name, open) => {
  let world: World;
  const begin = async (client: AuthClient) => {
    const error = await client.signInWithPassword({ email: GRACE, password }).catch((thrown) => thrown);
    const factors = mfa(client);
    return { factors, step: factors.begin(error), error };
  };

  describe("where they are optional", () => {
    beforeEach(async () => {
      world = await open("optional");
    });
    afterEach(() => world.close());

    test("a user enrolls, signs in in two steps, and removes the factor", async () => {
      const client = world.device();
      const factors = mfa(client);
      await client.signUp({ email: GRACE, password });
      expect(await factors.getMyFactors()).toEqual({ recoveryCodesLeft: 0, passkeys: 0, required: false });
      const enrollment = await factors.startTotpEnrollment();
      expect(Object.keys(enrollment).sort()).toEqual(["expiresAt", "needsEmailCode", "secret", "uri"]);
      expect(enrollment).toMatchObject({
        needsEmailCode: false,
        uri: expect.stringMatching(/^otpauth:\/\/totp\//),
      });
      expect(await outcomeOf(factors.confirmTotpEnrollment({ totpCode: "x" }))).toEqual([
        ...["MFA_CODE_INVALID", "unauthenticated", 401],
        { attempts_left: "4" },
      ]);
      const totpCode = world.codeOf(enrollment.secret);
      expect((await factors.confirmTotpEnrollment({ totpCode })).recoveryCodes).toHaveLength(10);
      expect(Object.keys(await factors.getMyFactors()).sort()).toEqual(
        ["passkeys", "recoveryCodesLeft", "required", "totpEnrolledAt"].sort(),
      );
      world.passTime(MINUTE_MS);
      const tablet = world.device();
      const { factors: second, step, error } = await begin(tablet);
      expect([error.reason, error.code, error.status, error.metadata]).toEqual([
        ...["MFA_REQUIRED", "failed_precondition", 400],
        {},
      ]);
      expect(step).toMatchObject({ step: "prove", factors: ["totp", "recovery_code"] });
      expect(await outcomeOf(second.completeSignIn({ recoveryCode: "nonsense" }))).toEqual([
        ...["MFA_CODE_INVALID", "unauthenticated", 401],
        { attempts_left: "4" },
      ]);
      await second.completeSignIn({ totpCode: world.codeOf(enrollment.secret) });
      expect(await second.getMyFactors()).toMatchObject({ recoveryCodesLeft: 10, required: true });
      await second.removeTotp();
      expect(await reasonOf(second.removeTotp())).toBe("NOT_FOUND");
      expect(await reasonOf(client.getMe())).toBe("SESSION_REVOKED");
      await world.device().signInWithPassword({ email: GRACE, password });
    });

    test("after ten minutes a change needs a factor that is proven again", async () => {
      const client = world.device();
      const factors = mfa(client);
      await client.signUp({ email: GRACE, password });
      world.passTime(11 * MINUTE_MS);
      expect(await reasonOf(factors.startTotpEnrollment())).toBe("REAUTHENTICATION_REQUIRED");
      expect(await reasonOf(factors.reauthenticate({ password: "wrong" }))).toBe("INVALID_CREDENTIALS");
      await factors.reauthenticate({ password });
      const { secret } = await factors.startTotpEnrollment();
      await factors.confirmTotpEnrollment({ totpCode: world.codeOf(secret) });
      world.passTime(11 * MINUTE_MS);
      await factors.reauthenticate({ password });
      expect(await reasonOf(factors.regenerateRecoveryCodes())).toBe("REAUTHENTICATION_REQUIRED");
      expect(await reasonOf(factors.reauthenticate({ totpCode: "x" }))).toBe("MFA_CODE_INVALID");
      await factors.reauthenticate({ totpCode: world.codeOf(secret) });
      expect(await factors.regenerateRecoveryCodes()).toHaveLength(10);
    });

    test("guests have none", async () => {
      const client = world.device();
      await client.signInAnonymously();
      const disabled = ["MFA_DISABLED", "failed_precondition", 400, {}];
      expect(await outcomeOf(mfa(client).startTotpEnrollment())).toEqual(disabled);
      expect(await outcomeOf(mfa(client).getMyFactors())).toEqual(disabled);
    });
  });

  describe("where they are required", () => {
    beforeEach(async () => {
      world = await open("required");
    });
    afterEach(() => world.close());

    test("an account enrolls at its first sign-in, within ten minutes", async () => {
      const client = world.device();
      const factors = mfa(client);
      const error = await client.signUp({ email: GRACE, password }).catch((thrown: unknown) => thrown);
      expect(factors.begin(error)).toMatchObject({ step: "enroll" });
      world.passTime(11 * MINUTE_MS);
      expect(await outcomeOf(factors.startRequiredEnrollment())).toEqual([
        ...["MFA_CHALLENGE_INVALID", "failed_precondition", 400],
        {},
      ]);
      const again = await begin(client);
      expect(again.error.reason).toBe("MFA_ENROLLMENT_REQUIRED");
      const { secret } = await again.factors.startRequiredEnrollment();
      const { session } = await again.factors.confirmTotpEnrollment({ totpCode: world.codeOf(secret) });
      expect(session?.accessToken).toBe(await client.getAccessToken());
      await client.signOut();
      world.passTime(MINUTE_MS);
      const { factors: second, step } = await begin(client);
      expect(step).toMatchObject({ step: "prove" });
      await second.completeSignIn({ totpCode: world.codeOf(secret) });
      expect(client.user?.email).toBe(GRACE);
    });

    test("guests come in as before", async () => {
      const client = world.device();
      await client.signInAnonymously();
      expect(client.user?.isAnonymous).toBe(true);
    });
  });
});
