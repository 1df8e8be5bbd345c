import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { times } from "../../src/testing/full.ts";
import { during } from "../../src/testing/gate.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import {
  DAY_MS,
  EVIL_GOOGLE,
  idOf,
  MINUTE_MS,
  NEW_PASSWORD,
  PASSWORD,
  TakeoverBench,
  verdict,
} from "./takeover-bench.ts";

/** An address that belongs to somebody else, by mistake or not. */
const TYPO = "typo@example.com";

/** Finding 12 of the security review. */
describe.each(engines)("'This was not me' on $kind", (engine) => {
  let b: TakeoverBench;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine);
  });
  afterEach(() => b.close());

  const reject = async (email = TYPO) =>
    b.auth.rejectEmailVerification({ token: await b.link(email, "verify") });

  /** Accounts that are somebody's, with an unverified address that is not; each signed in. */
  const established: Record<string, () => Promise<TokenResponse>> = {
    "a guest who upgraded with LinkPassword": async () =>
      b.as(await b.auth.signInAnonymously({})).linkPassword({ email: TYPO, password: PASSWORD }),
    "a verified account whose address a backend changed by UpdateUser": async () => {
      const tokens = await b.signUpVerified("own@example.com");
      await b.users.updateUser({ userId: idOf(tokens), email: TYPO });
      await b.auth.requestEmailVerification({ email: TYPO });
      return tokens;
    },
    "an account never verified whose address a backend changed by UpdateUser": async () => {
      const tokens = await b.signUp("own@example.com");
      await b.users.updateUser({ userId: idOf(tokens), email: TYPO });
      await b.auth.requestEmailVerification({ email: TYPO });
      return tokens;
    },
    "an account made by a backend with CreateUser": async () => {
      await b.users.createUser({ email: TYPO, password: PASSWORD });
      await b.auth.requestEmailVerification({ email: TYPO });
      return b.signIn(TYPO);
    },
  };
  const linked = async () => {
    const tokens = await b.signUp(TYPO);
    return b.oauth.link(b.project, tokens.accessToken, "google", "own", EVIL_GOOGLE);
  };

  test("deletes an account that SignUp made, never verified, without an identity", async () => {
    const tokens = await b.signUp(TYPO);
    expect(await reject()).toMatchObject({ accountDeleted: true });
    expect(await b.exists(idOf(tokens))).toBe(false);
    expect(await reasonOf(b.as(tokens).getMe({}))).toBe("SESSION_REVOKED");
  });

  describe.each(Object.keys(established))("of %s", (who) => {
    let tokens: TokenResponse;
    beforeEach(async () => {
      tokens = (await established[who]?.()) as TokenResponse;
    });

    test("detaches address and password, and sessions stay", async () => {
      const before = await b.sessions(idOf(tokens));
      expect(await reject()).toMatchObject({ accountDeleted: false });
      expect(await b.user(idOf(tokens))).toMatchObject({
        email: "",
        emailVerified: false,
        hasPassword: false,
      });
      expect(await b.sessions(idOf(tokens))).toEqual(before);
      expect(await reasonOf(b.signIn(TYPO))).toBe("INVALID_CREDENTIALS");
      await b.auth.refreshToken({ refreshToken: tokens.refreshToken });
    });

    test.each([0, 11 * MINUTE_MS, DAY_MS])(
      "lets a session %i ms later get a new address and password with LinkPassword",
      async (ms) => {
        await reject();
        b.t.advance(ms);
        const live = await b.auth.refreshToken({ refreshToken: tokens.refreshToken });
        const email = "right@example.com";
        const { user } = await b.as(live).linkPassword({ email, password: NEW_PASSWORD });
        expect(user).toMatchObject({ id: idOf(tokens), email, emailVerified: false, hasPassword: true });
        expect(idOf(await b.signIn(email, NEW_PASSWORD))).toBe(idOf(tokens));
        await b.verify(email);
      },
    );

    test("leaves the address to its owner", async () => {
      await reject();
      const { user } = await b.signUpVerified(TYPO);
      expect(user?.id).not.toBe(idOf(tokens));
    });

    test("refuses a SignIn in flight with the password that went", async () => {
      const token = await b.link(TYPO, "verify");
      const before = await b.sessions(idOf(tokens));
      const outcome = await during(
        b.passwords.holdNext("verify"),
        () => b.signIn(TYPO),
        () => b.auth.rejectEmailVerification({ token }),
      );
      expect(await verdict(outcome)).toBe("INVALID_CREDENTIALS");
      expect(await b.sessions(idOf(tokens))).toEqual(before);
    });

    test("refuses a ChangePassword in flight", async () => {
      const token = await b.link(TYPO, "verify");
      const outcome = await during(
        b.passwords.holdNext("verify"),
        () => b.as(tokens).changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
        () => b.auth.rejectEmailVerification({ token }),
      );
      expect(await verdict(outcome)).toBe("INVALID_CREDENTIALS");
      expect(await b.user(idOf(tokens))).toMatchObject({ email: "", hasPassword: false });
    });

    test("InspectEmailLink says before that the account stays", async () => {
      const token = await b.link(TYPO, "verify");
      expect(await b.auth.inspectEmailLink({ token })).toMatchObject({ rejectDeletesAccount: false });
    });
  });

  describe("of an account with a linked identity", () => {
    test("detaches address and password; the identity still signs in", async () => {
      const tokens = await linked();
      expect(await reject()).toMatchObject({ accountDeleted: false });
      expect(await b.user(idOf(tokens))).toMatchObject({ email: "", hasPassword: false });
      await b.as(tokens).getMe({});
      expect(await b.owner("google", "own")).toBe(idOf(tokens));
    });

    test("LinkPassword needs a session younger than ten minutes, as for everybody who can sign in", async () => {
      const tokens = await linked();
      await reject();
      b.t.advance(11 * MINUTE_MS);
      const link = (of: TokenResponse) =>
        b.as(of).linkPassword({ email: "right@example.com", password: NEW_PASSWORD });
      expect(await reasonOf(link(tokens))).toBe("REAUTHENTICATION_REQUIRED");
      await link(await b.oauth.signIn(b.project, "google", "own"));
    });
  });

  test("and LinkOAuth at once never delete an account that was told it is linked", async () => {
    for (let round = 0; round < times(8, 12); round++) {
      const email = `typo${round}@example.com`;
      const tokens = await b.signUp(email);
      const token = await b.link(email, "verify");
      const rejectLater = async () => {
        for (let calls = 0; calls < round; calls++) await b.auth.signOut({ refreshToken: "none" });
        return b.auth.rejectEmailVerification({ token });
      };
      const [link, rejected] = await Promise.allSettled([
        b.oauth.link(b.project, tokens.accessToken, "google", `own-${round}`),
        rejectLater(),
      ]);
      expect(await verdict(rejected)).toBe("OK");
      expect(await b.exists(idOf(tokens))).toBe((await verdict(link)) === "OK");
    }
  });

  test("is EMAIL_TOKEN_INVALID with the link that has verified the address", async () => {
    await b.signUp(TYPO);
    const token = await b.link(TYPO, "verify");
    await b.auth.confirmEmailVerification({ token });
    expect(await reasonOf(b.auth.rejectEmailVerification({ token }))).toBe("EMAIL_TOKEN_INVALID");
  });
});
