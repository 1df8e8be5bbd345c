import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { times } from "../../src/testing/full.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import { DAY_MS, EVIL_GOOGLE, idOf, NEW_PASSWORD, TakeoverBench, VICTIM } from "./takeover-bench.ts";

describe.each(engines)("linked provider accounts at a password reset on $kind", (engine) => {
  let b: TakeoverBench;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine);
  });
  afterEach(() => b.close());

  const link = (of: TokenResponse, provider: "google" | "apple" = "google", claims: object = EVIL_GOOGLE) =>
    b.oauth.link(b.project, of.accessToken, provider, `evil-${provider}`, { ...claims });

  const reset = async (keep?: string[], email = VICTIM) =>
    b.auth.confirmPasswordReset({
      token: await b.resetLink(email),
      newPassword: NEW_PASSWORD,
      ...(keep && { keepProviders: { providers: keep } }),
    });

  async function expectOut(userId: string): Promise<void> {
    expect((await b.user(userId)).identities).toEqual([]);
    expect(await b.owner("google", "evil-google", EVIL_GOOGLE)).not.toBe(userId);
    expect(await b.sessions(userId)).toEqual([]);
  }

  /** A verified account that has had this identity for some time. */
  async function linkedFor(ms: number, claims: object = EVIL_GOOGLE, email = VICTIM): Promise<string> {
    const tokens = await b.signUpVerified(email);
    b.t.advance(1);
    await link(tokens, "google", claims);
    b.t.advance(ms);
    return idOf(tokens);
  }

  test("TROJAN: what the thief linked before the victim verified the address is out after the victim's reset", async () => {
    const evil = await b.signUp();
    await link(evil);
    await b.verify();
    await reset();
    await expectOut(idOf(evil));
    await b.signIn(VICTIM, NEW_PASSWORD);
  });

  test("TROJAN, a year later: linked before the verification is out, however long ago", async () => {
    const evil = await b.signUp();
    await link(evil);
    await b.verify();
    b.t.advance(365 * DAY_MS);
    await reset();
    await expectOut(idOf(evil));
  });

  test("THIEF: what a stolen fresh session linked is out after the victim's reset", async () => {
    const stolen = await b.signUpVerified();
    await link(stolen);
    await reset();
    await expectOut(idOf(stolen));
    await b.signIn(VICTIM, NEW_PASSWORD);
  });

  test("THIEF: the sessions that the linked account opened end, too", async () => {
    const stolen = await b.signUpVerified();
    await link(stolen);
    const { refreshToken } = await b.oauth.signIn(b.project, "google", "evil-google");
    await reset();
    expect(await reasonOf(b.auth.refreshToken({ refreshToken }))).toBe("REFRESH_TOKEN_INVALID");
  });

  test("linked more than 30 days ago and after the verification stays on a reset without keep_providers", async () => {
    const userId = await linkedFor(30 * DAY_MS + 1);
    await reset();
    expect(await b.owner("google", "evil-google")).toBe(userId);
  });

  test("linked 30 days ago to the millisecond is out on a reset without keep_providers", async () => {
    const userId = await linkedFor(30 * DAY_MS);
    await reset();
    await expectOut(userId);
  });

  test("keep_providers {[]} removes what would stay by default", async () => {
    const userId = await linkedFor(60 * DAY_MS);
    await reset([]);
    await expectOut(userId);
  });

  test('keep_providers {["google"]} keeps what would go by default', async () => {
    const userId = await linkedFor(DAY_MS);
    await reset(["google"]);
    expect(await b.owner("google", "evil-google")).toBe(userId);
  });

  test('keep_providers {["apple"]} keeps Apple and removes Google', async () => {
    const userId = await linkedFor(DAY_MS);
    const relay = { email: "abc@privaterelay.appleid.com", email_verified: true, is_private_email: true };
    await link(await b.signIn(), "apple", relay);
    await reset(["apple"]);
    expect((await b.user(userId)).identities).toMatchObject([{ provider: OauthProvider.APPLE }]);
    expect(await b.owner("apple", "evil-apple")).toBe(userId);
  });

  test.each([{ keep: undefined }, { keep: [] }])(
    "an identity whose provider vouches for the same address stays (keep_providers: $keep)",
    async ({ keep }) => {
      const email = "victim@gmail.com";
      const userId = await linkedFor(DAY_MS, { email, email_verified: true }, email);
      await reset(keep, email);
      expect(await b.owner("google", "evil-google")).toBe(userId);
    },
  );

  test("an identity whose provider has only seen the same address goes", async () => {
    const userId = await linkedFor(DAY_MS, { email: VICTIM, email_verified: false });
    await reset();
    expect((await b.user(userId)).identities).toEqual([]);
  });

  test.each([{ keep: undefined }, { keep: ["google"] }])(
    "the first proof of the mailbox by a reset drops all (keep_providers: $keep)",
    async ({ keep }) => {
      const evil = await b.signUp();
      await link(evil);
      b.t.advance(60 * DAY_MS);
      await reset(keep);
      await expectOut(idOf(evil));
      expect(await b.user(idOf(evil))).toMatchObject({ emailVerified: true });
    },
  );

  test("LinkOAuth and the reset at once leave nothing linked", async () => {
    for (let round = 0; round < times(4, 60); round++) {
      const email = `victim${round}@example.com`;
      const stolen = await b.signUpVerified(email);
      const token = await b.resetLink(email);
      const claims = { email: `evil${round}@gmail.com`, email_verified: true };
      await Promise.allSettled([
        b.oauth.link(b.project, stolen.accessToken, "google", `evil-${round}`, claims),
        b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD }),
      ]);
      expect((await b.user(idOf(stolen))).identities).toEqual([]);
      expect(await b.sessions(idOf(stolen))).toEqual([]);
    }
  });

  describe("at the verification", () => {
    test("InspectEmailLink lists what was linked before, and the link still works", async () => {
      const evil = await b.signUp();
      await link(evil);
      const token = await b.link(VICTIM, "verify");
      expect(await b.auth.inspectEmailLink({ token })).toMatchObject({
        purpose: "verify_email",
        email: VICTIM,
        identities: [{ provider: "google", email: EVIL_GOOGLE.email }],
        rejectDeletesAccount: false,
      });
      await b.auth.confirmEmailVerification({ token });
    });

    test("remove_providers removes it and ends the sessions it opened; the others stay", async () => {
      const evil = await b.signUp();
      await link(evil);
      await b.owner("google", "evil-google");
      const token = await b.link(VICTIM, "verify");
      const { user } = await b.auth.confirmEmailVerification({ token, removeProviders: ["google"] });
      expect(user).toMatchObject({ emailVerified: true, identities: [] });
      expect(await b.sessions(idOf(evil))).toEqual(["password"]);
      expect(await b.owner("google", "evil-google", EVIL_GOOGLE)).not.toBe(idOf(evil));
    });

    test("without remove_providers nothing is touched", async () => {
      const evil = await b.signUp();
      await link(evil);
      await b.verify();
      expect(await b.owner("google", "evil-google")).toBe(idOf(evil));
    });
  });

  test("InspectEmailLink tells the page of a reset what it keeps by default", async () => {
    await linkedFor(60 * DAY_MS);
    await link(await b.signIn(), "apple", {});
    const token = await b.resetLink();
    const { purpose, identities } = await b.auth.inspectEmailLink({ token });
    const kept = identities.map(({ provider, keepByDefault }) => [provider, keepByDefault]);
    expect({ purpose, kept: Object.fromEntries(kept) }).toEqual({
      purpose: "reset_password",
      kept: { google: true, apple: false },
    });
    await b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD });
  });
});
