import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { isFull, times } from "../../src/testing/full.ts";
import { during } from "../../src/testing/gate.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import { idOf, NEW_PASSWORD, PASSWORD, TakeoverBench, VICTIM, verdict } from "./takeover-bench.ts";

/** SignIn with the old password. */
describe.each(engines)("SignIn in flight on $kind", (engine) => {
  let b: TakeoverBench;
  let userId: string;
  let resetToken: string;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine, {}, { hashesAsServed: isFull });
    userId = idOf(await b.users.createUser({ email: VICTIM, password: PASSWORD, emailVerified: true }));
    resetToken = await b.resetLink();
  });
  afterEach(() => b.close());

  /** What the owner or the backend does, and the password that is right afterwards. */
  const acts: Record<string, { act: () => Promise<unknown>; password: string }> = {
    DisableUser: { act: () => b.users.disableUser({ userId }), password: PASSWORD },
    "UpdateUser(password)": {
      act: () => b.users.updateUser({ userId, password: NEW_PASSWORD }),
      password: NEW_PASSWORD,
    },
    ConfirmPasswordReset: {
      act: () => b.auth.confirmPasswordReset({ token: resetToken, newPassword: NEW_PASSWORD }),
      password: NEW_PASSWORD,
    },
  };

  describe.each(Object.keys(acts))("over %s", (name) => {
    test("is refused and leaves no live session, also after EnableUser", async () => {
      const { act, password } = acts[name] ?? {};
      const outcome = await during(
        b.passwords.holdNext("verify"),
        () => b.signIn(),
        async () => act?.(),
      );
      expect(["INVALID_CREDENTIALS", "USER_DISABLED"]).toContain(await verdict(outcome));
      await b.users.enableUser({ userId });
      expect(await b.sessions(userId)).toEqual([]);
      await b.signIn(VICTIM, password);
    });

    test("and raced by others leaves no live session and none that can be refreshed", async () => {
      for (let round = 0; round < times(3, 30); round++) {
        const { act } = acts[name] ?? {};
        const [done, ...signIns] = await Promise.allSettled([act?.(), b.signIn(), b.signIn(), b.signIn()]);
        expect(await verdict(done)).toBe("OK");
        await b.users.enableUser({ userId });
        expect(await b.sessions(userId)).toEqual([]);
        for (const signIn of signIns) {
          if (signIn.status === "rejected") continue;
          const { refreshToken } = signIn.value;
          expect(await reasonOf(b.auth.refreshToken({ refreshToken }))).toBe("REFRESH_TOKEN_INVALID");
        }
        await b.users.updateUser({ userId, password: PASSWORD });
        resetToken = await b.resetLink();
      }
    });
  });

  test("over DeleteUser is refused", async () => {
    const outcome = await during(
      b.passwords.holdNext("verify"),
      () => b.signIn(),
      () => b.users.deleteUser({ userId }),
    );
    expect(await verdict(outcome)).toBe("INVALID_CREDENTIALS");
  });

  test("over ChangePassword of another device is refused", async () => {
    const own = await b.signIn();
    const outcome = await during(
      b.passwords.holdNext("verify"),
      () => b.signIn(),
      () => b.as(own).changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    );
    expect(await verdict(outcome)).toBe("INVALID_CREDENTIALS");
    expect(await b.sessions(userId)).toEqual(["password"]);
  });

  test("over a change of address by the backend opens a session that has the new address", async () => {
    const outcome = await during(
      b.passwords.holdNext("verify"),
      () => b.signIn(),
      () => b.users.updateUser({ userId, email: "new@example.com" }),
    );
    expect(outcome).toMatchObject({ status: "fulfilled", value: { user: { email: "new@example.com" } } });
  });
});

describe.each(engines)("a project that asks for a verified address on $kind", (engine) => {
  let b: TakeoverBench;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine, { requireEmailVerification: true });
  });
  afterEach(() => b.close());

  test("opens no session for a SignIn in flight while the address becomes an unverified one", async () => {
    const { user } = await b.users.createUser({ email: VICTIM, password: PASSWORD, emailVerified: true });
    const userId = user?.id ?? "";
    const outcome = await during(
      b.passwords.holdNext("verify"),
      () => b.signIn(),
      () => b.users.updateUser({ userId, emailVerified: false }),
    );
    expect(await verdict(outcome)).toBe("EMAIL_NOT_VERIFIED");
    expect(await b.sessions(userId)).toEqual([]);
  });
});
