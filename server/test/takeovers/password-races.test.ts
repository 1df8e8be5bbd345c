import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { QueueFullError } from "../../src/crypto/work-queue.ts";
import vectors from "../../src/testing/data/foreign-hashes.json" with { type: "json" };
import { engines } from "../../src/testing/engines.ts";
import { isFull, times } from "../../src/testing/full.ts";
import { during } from "../../src/testing/gate.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import {
  EVIL,
  EVIL_PASSWORD,
  idOf,
  NEW_PASSWORD,
  PASSWORD,
  TakeoverBench,
  verdict,
} from "./takeover-bench.ts";

const REFUSED = ["INVALID_CREDENTIALS", "SESSION_REVOKED"];
/** So that Google vouches for it, and a reset keeps what is linked. */
const EMAIL = "victim@gmail.com";
const BCRYPT = vectors.hashes.find(({ algorithm }) => algorithm === "bcrypt")?.hash ?? "";

/** What the old password does while the owner resets it. */
describe.each(engines)("the old password in flight over a reset on $kind", (engine) => {
  let b: TakeoverBench;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine, {}, { hashesAsServed: isFull });
  });
  afterEach(() => b.close());

  async function expectInForce(right: string, wrong: readonly string[], email = EMAIL): Promise<void> {
    for (const password of wrong) {
      expect(await reasonOf(b.signIn(email, password))).toBe("INVALID_CREDENTIALS");
    }
    await b.signIn(email, right);
  }

  describe("of an imported user", () => {
    const old = vectors.password;

    /** Returns the user's id. */
    async function imported(email = EMAIL): Promise<string> {
      const { token } = await b.t.addAdmin(`root-${email}`);
      const users = [{ email, emailVerified: true, passwordHash: BCRYPT, passwordAlgorithm: "bcrypt" }];
      const { results } = await b.t.projects(token).importUsers({ project: b.project.id, users });
      return results[0]?.userId ?? "";
    }

    test.each(["verify", "hash"] as const)(
      "SignIn held in its %s does not write the old password back",
      async (step) => {
        const userId = await imported();
        const token = await b.resetLink(EMAIL);
        const outcome = await during(
          b.passwords.holdNext(step),
          () => b.signIn(EMAIL, old),
          () => b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD }),
        );
        expect(await verdict(outcome)).toBe("INVALID_CREDENTIALS");
        expect(await b.sessions(userId)).toEqual([]);
        await expectInForce(NEW_PASSWORD, [old]);
      },
    );

    test("SignIn and the reset at once leave the new password in force and no session of the old one", async () => {
      for (let round = 0; round < times(4, 40); round++) {
        const email = `victim${round}@gmail.com`;
        const userId = await imported(email);
        const token = await b.resetLink(email);
        await Promise.allSettled([
          b.signIn(email, old),
          b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD }),
          b.signIn(email, old),
        ]);
        expect(await b.sessions(userId)).toEqual([]);
        await expectInForce(NEW_PASSWORD, [old], email);
      }
    });

    test("a full hashing queue during the rehash does not fail a correct password", async () => {
      await imported();
      const held = b.passwords.holdNext("hash");
      const outcome = await during(
        held,
        () => b.signIn(EMAIL, old),
        async () => held.release(new QueueFullError()),
      );
      expect(await verdict(outcome)).toBe("OK");
      await expectInForce(old, [PASSWORD]);
    });

    test("two sign-ins that rehash at once both succeed", async () => {
      await imported();
      const outcome = await during(
        b.passwords.holdNext("hash"),
        () => b.signIn(EMAIL, old),
        () => b.signIn(EMAIL, old),
      );
      expect(await verdict(outcome)).toBe("OK");
      await expectInForce(old, [PASSWORD]);
    });
  });

  describe("with a stolen session", () => {
    let thief: TokenResponse;
    let userId: string;
    beforeEach(async () => {
      await b.signUpVerified(EMAIL);
      thief = await b.signIn(EMAIL);
      userId = idOf(thief);
    });

    test.each(["verify", "hash"] as const)(
      "ChangePassword held in its %s is refused, and the reset's password is in force",
      async (step) => {
        const token = await b.resetLink(EMAIL);
        const outcome = await during(
          b.passwords.holdNext(step),
          () => b.as(thief).changePassword({ currentPassword: PASSWORD, newPassword: EVIL_PASSWORD }),
          () => b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD }),
        );
        expect(REFUSED).toContain(await verdict(outcome));
        expect(await b.sessions(userId)).toEqual([]);
        await expectInForce(NEW_PASSWORD, [EVIL_PASSWORD, PASSWORD]);
      },
    );

    test("ChangePassword and the reset at once: one of them wins, and its password is in force", async () => {
      for (let round = 0; round < times(4, 40); round++) {
        const email = `victim${round}@gmail.com`;
        const stolen = await b.signUpVerified(email);
        const token = await b.resetLink(email);
        const [change, reset] = await Promise.allSettled([
          b.as(stolen).changePassword({ currentPassword: PASSWORD, newPassword: EVIL_PASSWORD }),
          b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD }),
        ]);
        const verdicts = [await verdict(change), await verdict(reset)];
        expect(verdicts.filter((reason) => reason === "OK")).toHaveLength(1);
        const [right, wrong] =
          reset.status === "fulfilled" ? [NEW_PASSWORD, EVIL_PASSWORD] : [EVIL_PASSWORD, NEW_PASSWORD];
        await expectInForce(right, [wrong, PASSWORD], email);
      }
    });

    /** What asks for the password again. */
    const acts: Record<string, () => Promise<unknown>> = {
      DeleteAccount: () => b.as(thief).deleteAccount({ currentPassword: PASSWORD }),
      RequestEmailChange: () => b.as(thief).requestEmailChange({ newEmail: EVIL, currentPassword: PASSWORD }),
      UnlinkIdentity: () =>
        b.as(thief).unlinkIdentity({ provider: OauthProvider.GOOGLE, currentPassword: PASSWORD }),
    };

    /** Nothing that the thief asked for has happened or will. */
    async function expectUntouched(): Promise<void> {
      await b.t.deliverMail();
      expect(b.mailsTo(EVIL)).toEqual([]);
      expect(await b.user(userId)).toMatchObject({ email: EMAIL, identities: [{ email: EMAIL }] });
    }

    test.each(Object.keys(acts))("%s with current_password is refused", async (act) => {
      await b.oauth.link(b.project, thief.accessToken, "google", "own", {
        email: EMAIL,
        email_verified: true,
      });
      const token = await b.resetLink(EMAIL);
      const outcome = await during(
        b.passwords.holdNext("verify"),
        async () => acts[act]?.(),
        () => b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD }),
      );
      expect(REFUSED).toContain(await verdict(outcome));
      await expectUntouched();
    });

    test("DeleteAccount with current_password and the reset at once: one of them wins", async () => {
      for (let round = 0; round < times(4, 40); round++) {
        const email = `victim${round}@gmail.com`;
        const stolen = await b.signUpVerified(email);
        const token = await b.resetLink(email);
        const outcomes = await Promise.allSettled([
          b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD }),
          b.as(stolen).deleteAccount({ currentPassword: PASSWORD }),
        ]);
        const [reset, deleted] = await Promise.all(outcomes.map(verdict));
        expect([reset, deleted].filter((reason) => reason === "OK")).toHaveLength(1);
        expect(await b.exists(idOf(stolen))).toBe(reset === "OK");
      }
    });

    test("RequestEmailChange with current_password and the reset at once: no mail leaves", async () => {
      await b.oauth.link(b.project, thief.accessToken, "google", "own", {
        email: EMAIL,
        email_verified: true,
      });
      for (let round = 0; round < times(4, 40); round++) {
        const token = await b.resetLink(EMAIL);
        await Promise.allSettled([
          b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD }),
          acts.RequestEmailChange?.(),
        ]);
        await expectUntouched(); // also what was asked for before the reset is void
        await b.users.updateUser({ userId, password: PASSWORD });
        thief = await b.signIn(EMAIL);
      }
    });
  });
});
