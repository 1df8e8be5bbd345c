import { hash, randomBytes } from "node:crypto";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../../src/crypto/random-token.ts";
import { handoffPlace } from "../../src/domain/oauth/redeem-handoff.ts";
import { insertOauthHandoff } from "../../src/storage/oauth-handoffs.ts";
import { engines } from "../../src/testing/engines.ts";
import { times } from "../../src/testing/full.ts";
import { during } from "../../src/testing/gate.ts";
import { idOf, MINUTE_MS, NEW_PASSWORD, PASSWORD, TakeoverBench, verdict } from "./takeover-bench.ts";

const EMAIL = "victim@gmail.com";

/** Ways in through a provider. */
describe.each(engines)("a sign-in with a provider in flight on $kind", (engine) => {
  let b: TakeoverBench;
  let sub: string;
  let userId: string;
  let round = 0;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine);
    await newVictim();
  });
  afterEach(() => b.close());

  /** A user with a password and with Google. */
  async function newVictim(): Promise<void> {
    round += 1;
    sub = `victim-${round}`;
    const email = `${round}.${EMAIL}`;
    const tokens = await b.signUpVerified(email);
    await b.oauth.link(b.project, tokens.accessToken, "google", sub, { email, email_verified: true });
    userId = idOf(tokens);
  }

  /** What the redirect leaves behind for the app, without a browser. */
  async function handOff(): Promise<{ code: string; codeVerifier: string }> {
    const [code, codeVerifier] = [
      randomBytes(32).toString("base64url"),
      randomBytes(32).toString("base64url"),
    ];
    const facts = { email: null, emailVerified: false, emailAuthoritative: false, isPrivateEmail: false };
    const identity = { provider: "google", subject: sub, ...facts, name: "", picture: "" };
    const [codeHash, now] = [hashToken(code), b.t.app.clock()];
    await insertOauthHandoff(b.t.app.db, {
      codeHash,
      projectId: b.project.id,
      appChallenge: hash("sha256", codeVerifier, "base64url"),
      identitySealed: b.t.app.secretBox.seal(JSON.stringify(identity), handoffPlace(b.project.id, codeHash)),
      createdAt: now,
      expiresAt: now + MINUTE_MS,
      usedAt: null,
      sessionId: null,
    });
    return { code, codeVerifier };
  }

  const acts: Record<string, () => Promise<unknown>> = {
    DisableUser: () => b.users.disableUser({ userId }),
    UnlinkIdentity: async () =>
      b
        .as(await b.signIn(`${round}.${EMAIL}`))
        .unlinkIdentity({ provider: OauthProvider.GOOGLE, currentPassword: PASSWORD }),
    DeleteUser: () => b.users.deleteUser({ userId }),
  };

  /** After the act nobody is in as this user by way of Google. */
  async function expectOut(outcomes: readonly PromiseSettledResult<TokenResponse>[]): Promise<void> {
    if (await b.exists(userId)) {
      await b.users.enableUser({ userId });
      expect((await b.sessions(userId)).filter((method) => method === "google")).toEqual([]);
    }
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") {
        expect(["USER_DISABLED", "OAUTH_TOKEN_INVALID", "OAUTH_CODE_INVALID"]).toContain(
          await verdict(outcome),
        );
        continue;
      }
      // Google's account may be somebody new by now; as the victim its tokens are worth nothing.
      if (idOf(outcome.value) !== userId) continue;
      const { refreshToken } = outcome.value;
      const [again] = await Promise.allSettled([b.auth.refreshToken({ refreshToken })]);
      expect(await verdict(again)).toBe("REFRESH_TOKEN_INVALID");
    }
  }

  describe.each(Object.keys(acts))("over %s", (name) => {
    test("SignInWithOAuth held by the provider leaves no live session", async () => {
      const held = b.holdKeys();
      const outcome = await during(
        held,
        () => b.oauth.signIn(b.project, "google", sub),
        async () => acts[name]?.(),
      );
      if (name === "DisableUser") expect(await verdict(outcome)).toBe("USER_DISABLED");
      await expectOut([outcome]);
    });

    test("SignInWithOAuth at the same time leaves no live session", async () => {
      for (let turn = 0; turn < times(4, 60); turn++) {
        await newVictim();
        const signIns = Array.from({ length: 4 }, () => b.oauth.signIn(b.project, "google", sub));
        const [act, ...outcomes] = await Promise.allSettled([acts[name]?.(), ...signIns]);
        expect(await verdict(act)).toBe("OK");
        await expectOut(outcomes as PromiseSettledResult<TokenResponse>[]);
      }
    });

    test("ExchangeOAuthCode at the same time leaves no live session", async () => {
      for (let turn = 0; turn < times(4, 60); turn++) {
        await newVictim();
        const codes = [await handOff(), await handOff(), await handOff(), await handOff()];
        const exchanges = codes.map((code) => b.auth.exchangeOAuthCode(code));
        const [act, ...outcomes] = await Promise.allSettled([acts[name]?.(), ...exchanges]);
        expect(await verdict(act)).toBe("OK");
        await expectOut(outcomes as PromiseSettledResult<TokenResponse>[]);
      }
    });

    test("ExchangeOAuthCode after it with a code from before opens no session", async () => {
      const code = await handOff();
      await acts[name]?.();
      await expectOut(await Promise.allSettled([b.auth.exchangeOAuthCode(code)]));
    });
  });

  test("LinkOAuth held by the provider over a reset links nothing", async () => {
    const email = "other@example.com";
    const stolen = await b.signUpVerified(email);
    const held = b.holdKeys(b.oauth.apple);
    const fresh = await b.signIn(email);
    const token = await b.resetLink(email);
    const outcome = await during(
      held,
      () => b.oauth.link(b.project, fresh.accessToken, "apple", "evil"),
      () => b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD }),
    );
    expect(await verdict(outcome)).toBe("SESSION_REVOKED");
    expect((await b.user(idOf(stolen))).identities).toEqual([]);
  });
});
