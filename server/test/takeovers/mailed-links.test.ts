import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { times } from "../../src/testing/full.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import {
  EVIL,
  EVIL_PASSWORD,
  idOf,
  NEW_PASSWORD,
  PASSWORD,
  TakeoverBench,
  VICTIM,
} from "./takeover-bench.ts";

/** Links that were mailed before the account was recovered. */
describe.each(engines)("links mailed before a recovery on $kind", (engine) => {
  let b: TakeoverBench;
  let userId: string;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine);
  });
  afterEach(() => b.close());

  const acts: Record<string, () => Promise<unknown>> = {
    RevokeUserSessions: () => b.users.revokeUserSessions({ userId }),
    ConfirmPasswordReset: () => b.reset(),
    "UpdateUser(password)": () => b.users.updateUser({ userId, password: NEW_PASSWORD }),
    ChangePassword: async () =>
      b.as(await b.signIn()).changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    "DisableUser and EnableUser": async () => {
      await b.users.disableUser({ userId });
      await b.users.enableUser({ userId });
    },
  };

  const links: Record<string, { mail: () => Promise<string>; follow: (token: string) => Promise<unknown> }> =
    {
      "change of address": {
        mail: async () => b.changeLink(await b.signIn()),
        follow: (token) => b.auth.confirmEmailChange({ token }),
      },
      deletion: {
        mail: () => b.deletionLink(),
        follow: (token) => b.auth.confirmAccountDeletion({ token }),
      },
      reset: {
        mail: () => b.resetLink(),
        follow: (token) => b.auth.confirmPasswordReset({ token, newPassword: EVIL_PASSWORD }),
      },
      verification: {
        mail: () => b.link(VICTIM, "verify"),
        follow: (token) => b.auth.confirmEmailVerification({ token }),
      },
    };

  /** Mails the link, lets the act happen, and says what following the link answers then. */
  async function followAfter(link: string, act: string): Promise<string> {
    const { mail, follow } = links[link] ?? {};
    const token = (await mail?.()) ?? "";
    await acts[act]?.();
    const [followed] = await Promise.allSettled([follow?.(token)]);
    return followed?.status === "fulfilled" ? "OK" : reasonOf(Promise.reject(followed?.reason));
  }

  describe("of a verified account", () => {
    beforeEach(async () => {
      userId = idOf(await b.signUpVerified());
    });

    describe.each(["change of address", "deletion"])("a %s link", (link) => {
      test.each(Object.keys(acts))("is EMAIL_TOKEN_INVALID after %s", async (act) => {
        expect(await followAfter(link, act)).toBe("EMAIL_TOKEN_INVALID");
        expect(await b.user(userId)).toMatchObject({ email: VICTIM, emailVerified: true });
      });
    });

    test.each(["UpdateUser(password)", "ChangePassword", "DisableUser and EnableUser"])(
      "a reset link is EMAIL_TOKEN_INVALID after %s",
      async (act) => {
        expect(await followAfter("reset", act)).toBe("EMAIL_TOKEN_INVALID");
        expect(await reasonOf(b.signIn(VICTIM, EVIL_PASSWORD))).toBe("INVALID_CREDENTIALS");
      },
    );

    test("a reset link survives RevokeUserSessions, which takes nothing from the owner of the mailbox", async () => {
      expect(await followAfter("reset", "RevokeUserSessions")).toBe("OK");
    });

    test("of a change of address and a reset at once one wins, never both", async () => {
      for (let round = 0; round < times(4, 50); round++) {
        const [email, evil] = [`victim${round}@example.com`, `evil${round}@example.com`];
        const { user } = await b.signUpVerified(email);
        const token = await b.resetLink(email);
        const change = await b.changeLink(await b.signIn(email), evil);
        const [reset] = await Promise.allSettled([
          b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD }),
          b.auth.confirmEmailChange({ token: change }),
        ]);
        // The change came first, or the reset and then no change.
        const { email: now } = await b.user(user?.id ?? "");
        expect(now).toBe(reset.status === "fulfilled" ? email : evil);
      }
    });

    test("a change of address and RevokeUserSessions at once leave no link that works", async () => {
      for (let round = 0; round < times(4, 50); round++) {
        const evil = `evil${round}@example.com`;
        const thief = await b.signIn();
        await Promise.allSettled([
          b.as(thief).requestEmailChange({ newEmail: evil }),
          b.users.revokeUserSessions({ userId }),
        ]);
        await b.t.deliverMail();
        for (const { token } of b.mailsTo(evil)) {
          expect(await reasonOf(b.auth.confirmEmailChange({ token }))).toBe("EMAIL_TOKEN_INVALID");
        }
      }
    });
  });

  describe("of an account that is not verified yet", () => {
    beforeEach(async () => {
      userId = idOf(await b.signUp());
    });

    test.each(["RevokeUserSessions", "ChangePassword", "UpdateUser(password)"])(
      "a verification link survives %s",
      async (act) => {
        expect(await followAfter("verification", act)).toBe("OK");
        expect(await b.user(userId)).toMatchObject({ email: VICTIM, emailVerified: true });
      },
    );

    test("a verification link is EMAIL_TOKEN_INVALID after DisableUser and EnableUser", async () => {
      expect(await followAfter("verification", "DisableUser and EnableUser")).toBe("EMAIL_TOKEN_INVALID");
    });
  });

  test.each(["ConfirmPasswordReset", "UpdateUser(password)", "DisableUser and EnableUser"])(
    "an invitation is EMAIL_TOKEN_INVALID after %s",
    async (act) => {
      userId = idOf(await b.users.createUser({ email: VICTIM, invite: true }));
      const token = await b.link(VICTIM, "invite");
      await acts[act]?.();
      expect(await reasonOf(b.auth.confirmPasswordReset({ token, newPassword: EVIL_PASSWORD }))).toBe(
        "EMAIL_TOKEN_INVALID",
      );
    },
  );

  test("a reset link is EMAIL_TOKEN_INVALID once the invitation was answered", async () => {
    await b.users.createUser({ email: VICTIM, invite: true });
    const [invitation, token] = [await b.link(VICTIM, "invite"), await b.resetLink()];
    await b.auth.confirmPasswordReset({ token: invitation, newPassword: NEW_PASSWORD });
    expect(await reasonOf(b.auth.confirmPasswordReset({ token, newPassword: EVIL_PASSWORD }))).toBe(
      "EMAIL_TOKEN_INVALID",
    );
  });

  test("RevokeUserSessions voids the links of this user only", async () => {
    userId = idOf(await b.signUpVerified());
    const other = await b.signUpVerified("other@example.com");
    const token = await b.changeLink(other, EVIL);
    await b.users.revokeUserSessions({ userId });
    await b.auth.confirmEmailChange({ token });
    expect(await b.user(idOf(other))).toMatchObject({ email: EVIL, emailVerified: true });
  });
});
