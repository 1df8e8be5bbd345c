import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { times } from "../../src/testing/full.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import {
  DAY_MS,
  EVIL,
  EVIL_GOOGLE,
  idOf,
  NEW_PASSWORD,
  PASSWORD,
  TakeoverBench,
  VICTIM,
  verdict,
} from "./takeover-bench.ts";

/** What a thief who had the account prepares for the time after its recovery. */
describe.each(engines)("a thief who prepared a way back on $kind", (engine) => {
  let b: TakeoverBench;
  let userId: string;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine);
    userId = idOf(await b.signUpVerified());
    b.t.advance(1);
  });
  afterEach(() => b.close());

  test("gets no undo link when the owner changes the address back", async () => {
    await b.changeAddress(await b.signIn(), EVIL);
    await b.changeAddress(await b.signIn(EVIL, PASSWORD), VICTIM);
    expect(b.mailsTo(EVIL).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining("was changed"),
    );
    expect(await b.undoLink(EVIL)).toBeUndefined();
    expect(await b.user(userId)).toMatchObject({ email: VICTIM });
  });

  test("is out after an undo, with a provider account linked shortly before the change, too", async () => {
    const thief = await b.signIn();
    await b.oauth.link(b.project, thief.accessToken, "google", "evil", EVIL_GOOGLE);
    await b.changeAddress(thief, EVIL);
    const { user } = await b.auth.undoEmailChange({ token: (await b.undoLink()) ?? "" });
    expect(user?.identities).toEqual([]);
    expect(idOf(await b.oauth.signIn(b.project, "google", "evil", EVIL_GOOGLE))).not.toBe(userId);
  });

  test("keeps no account that took the place of the one that the owner ticked", async () => {
    const owner = await b.signIn();
    const own = { email: "mine@gmail.com", email_verified: true };
    await b.oauth.link(b.project, owner.accessToken, "google", "own", own);
    b.t.advance(40 * DAY_MS);
    const thief = await b.signIn();
    const token = await b.resetLink();
    b.t.advance(1000);
    await b.as(thief).unlinkIdentity({ provider: OauthProvider.GOOGLE });
    await b.oauth.link(b.project, thief.accessToken, "google", "evil", EVIL_GOOGLE);
    const keepProviders = { providers: ["google"] };
    await b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD, keepProviders });
    expect(idOf(await b.oauth.signIn(b.project, "google", "evil", EVIL_GOOGLE))).not.toBe(userId);
  });

  test("cannot hide a notice behind a newer one", async () => {
    const thief = await b.signIn();
    const mails = await b.mailsOf(async () => {
      await b.oauth.link(b.project, thief.accessToken, "google", "evil", EVIL_GOOGLE);
      await b.oauth.link(b.project, thief.accessToken, "apple", "evil");
    });
    expect(mails.map(({ text }) => /Google|Apple/.exec(text)?.[0]).sort()).toEqual(["Apple", "Google"]);
  });

  test("has no session left of an unlinked account that a replica with a fast clock opened", async () => {
    const owner = await b.signIn();
    await b.oauth.link(b.project, owner.accessToken, "google", "evil", EVIL_GOOGLE);
    b.t.advance(500);
    const { refreshToken } = await b.oauth.signIn(b.project, "google", "evil", EVIL_GOOGLE);
    b.t.advance(-500);
    await b.as(owner).unlinkIdentity({ provider: OauthProvider.GOOGLE, currentPassword: PASSWORD });
    expect(await reasonOf(b.auth.refreshToken({ refreshToken }))).toBe("REFRESH_TOKEN_INVALID");
  });

  test("linking an account and changing the address at once both succeed", async () => {
    for (let round = 0; round < times(5, 40); round++) {
      const owner = await b.signUpVerified(`owner${round}@example.com`);
      const token = await b.changeLink(owner, `new${round}@example.com`);
      const outcomes = await Promise.allSettled([
        b.oauth.link(b.project, owner.accessToken, "google", `own${round}`, EVIL_GOOGLE),
        b.auth.confirmEmailChange({ token }),
      ]);
      expect(await Promise.all(outcomes.map(verdict))).toEqual(["OK", "OK"]);
    }
  });
});
