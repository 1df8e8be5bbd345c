import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { failureOf, reasonOf } from "../../src/testing/reason-of.ts";
import { EVIL_GOOGLE, idOf, MINUTE_MS, PASSWORD, TakeoverBench } from "./takeover-bench.ts";

const provider = OauthProvider.GOOGLE;

/** Finding 15 of the security review. */
describe.each(engines)("UnlinkIdentity on $kind", (engine) => {
  let b: TakeoverBench;
  let own: TokenResponse;
  let userId: string;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine);
    const signedUp = await b.signUpVerified();
    own = await b.oauth.link(b.project, signedUp.accessToken, "google", "own", EVIL_GOOGLE);
    userId = idOf(own);
  });
  afterEach(() => b.close());

  const identities = async () => (await b.user(userId)).identities.length;

  test("with an old session and no password is REAUTHENTICATION_REQUIRED", async () => {
    b.t.advance(10 * MINUTE_MS);
    expect(await failureOf(b.as(own).unlinkIdentity({ provider }))).toMatchObject({
      code: "FailedPrecondition",
      reason: "REAUTHENTICATION_REQUIRED",
    });
    expect(await identities()).toBe(1);
  });

  test("with an old session and current_password works", async () => {
    b.t.advance(10 * MINUTE_MS);
    const { user } = await b.as(own).unlinkIdentity({ provider, currentPassword: PASSWORD });
    expect(user?.identities).toEqual([]);
    expect(await identities()).toBe(0);
  });

  test.each([0, 10 * MINUTE_MS])(
    "with a wrong current_password is INVALID_CREDENTIALS, also on a session %i ms old",
    async (ms) => {
      b.t.advance(ms);
      expect(await reasonOf(b.as(own).unlinkIdentity({ provider, currentPassword: "wrong" }))).toBe(
        "INVALID_CREDENTIALS",
      );
      expect(await identities()).toBe(1);
    },
  );

  test("with a session just opened needs no password", async () => {
    b.t.advance(10 * MINUTE_MS);
    await b.as(await b.signIn()).unlinkIdentity({ provider });
    expect(await identities()).toBe(0);
  });

  test("ends the sessions opened with that provider; the others stay", async () => {
    const google = await b.oauth.signIn(b.project, "google", "own");
    await b.oauth.link(b.project, own.accessToken, "apple", "own");
    await b.oauth.signIn(b.project, "apple", "own");
    await b.as(own).unlinkIdentity({ provider });
    expect((await b.sessions(userId)).sort()).toEqual(["apple", "password"]);
    expect(await reasonOf(b.as(google).getMe({}))).toBe("SESSION_REVOKED");
    const { refreshToken } = google;
    expect(await reasonOf(b.auth.refreshToken({ refreshToken }))).toBe("REFRESH_TOKEN_INVALID");
    await b.as(own).getMe({});
  });

  test("ends the current session, too, when that provider opened it", async () => {
    const google = await b.oauth.signIn(b.project, "google", "own");
    await b.as(google).unlinkIdentity({ provider });
    expect(await reasonOf(b.as(google).getMe({}))).toBe("SESSION_REVOKED");
    expect(await b.sessions(userId)).toEqual(["password"]);
  });

  test("of the last way in is refused and ends no session", async () => {
    const only = await b.oauth.signIn(b.project, "google", "only");
    expect(await reasonOf(b.as(only).unlinkIdentity({ provider }))).toBe("LAST_SIGN_IN_METHOD");
    await b.as(only).getMe({});
  });

  test("is limited like every other guess at the password", async () => {
    await b.close();
    b = await TakeoverBench.open(engine, {}, { rateLimits: {} });
    const tokens = await b.signUp();
    await b.oauth.link(b.project, tokens.accessToken, "google", "own");
    const guess = () => b.as(tokens).unlinkIdentity({ provider, currentPassword: "wrong" });
    const answers = await Promise.all(Array.from({ length: 12 }, () => reasonOf(guess())));
    expect(answers).toContain("RATE_LIMITED");
  });
});
