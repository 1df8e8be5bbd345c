import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { times } from "../../src/testing/full.ts";
import { during } from "../../src/testing/gate.ts";
import { EVIL, EVIL_GOOGLE, EVIL_PASSWORD, idOf, TakeoverBench, VICTIM, verdict } from "./takeover-bench.ts";

describe.each(engines)("nobody gets a foreign address as a verified one on $kind", (engine) => {
  let b: TakeoverBench;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine, {}, { hashesAsServed: true });
  });
  afterEach(() => b.close());

  /** Who has no password yet, and may call LinkPassword. */
  const beginners: Record<string, (sub?: string) => Promise<TokenResponse>> = {
    "a guest": () => b.auth.signInAnonymously({}),
    "a permanent user without a password": (sub = "no-address") => b.oauth.signIn(b.project, "google", sub),
  };

  /** How the thief makes the account's own address a verified one. */
  const proofs: Record<string, (evil: TokenResponse) => Promise<unknown>> = {
    "LinkPassword(evil@) is verified": async (evil) => {
      await b.as(evil).linkPassword({ email: EVIL, password: EVIL_PASSWORD });
      await b.verify(EVIL);
    },
    "LinkOAuth(evil) completes": (evil) =>
      b.oauth.link(b.project, evil.accessToken, "apple", "evil", EVIL_GOOGLE),
  };

  const linkVictim = (evil: TokenResponse, email = VICTIM) =>
    b.as(evil).linkPassword({ email, password: EVIL_PASSWORD });

  async function expectNotProven(userId: string, victim = VICTIM): Promise<void> {
    const { email, emailVerified } = await b.user(userId);
    expect({ email, emailVerified }).not.toEqual({ email: victim, emailVerified: true });
  }

  describe.each(Object.keys(beginners))("%s", (who) => {
    test.each(Object.keys(proofs))(
      "with LinkPassword(victim@) in flight while %s never has victim@ verified",
      async (proof) => {
        const evil = (await beginners[who]?.()) as TokenResponse;
        const held = b.passwords.holdNext("hash");
        const outcome = await during(
          held,
          () => linkVictim(evil),
          async () => proofs[proof]?.(evil),
        );
        await expectNotProven(idOf(evil));
        // An answer is the truth: what was acknowledged is what is stored.
        const { email } = await b.user(idOf(evil));
        expect(email === VICTIM).toBe((await verdict(outcome)) === "OK");
      },
    );

    test("never has victim@ verified when LinkPassword(victim@) and LinkOAuth(evil) run at once", async () => {
      for (let round = 0; round < times(4, 60); round++) {
        const evil = (await beginners[who]?.(`no-address-${round}`)) as TokenResponse;
        const victim = `victim${round}@example.com`;
        const claims = { email: `evil${round}@gmail.com`, email_verified: true };
        await Promise.allSettled([
          linkVictim(evil, victim),
          b.oauth.link(b.project, evil.accessToken, "apple", `evil-${round}`, claims),
        ]);
        await expectNotProven(idOf(evil), victim);
      }
    });

    test("never has victim@ verified when two LinkPassword run at once and evil@ is verified", async () => {
      for (let round = 0; round < times(4, 40); round++) {
        const evil = (await beginners[who]?.(`no-address-${round}`)) as TokenResponse;
        const [victim, own] = [`victim${round}@example.com`, `evil${round}@example.com`];
        const outcomes = await Promise.allSettled([linkVictim(evil, own), linkVictim(evil, victim)]);
        expect((await Promise.all(outcomes.map(verdict))).filter((reason) => reason === "OK")).toHaveLength(
          1,
        );
        await b.t.deliverMail();
        const [mail] = b.mailsTo(own, "verify");
        if (mail) await Promise.allSettled([b.auth.confirmEmailVerification({ token: mail.token })]);
        await expectNotProven(idOf(evil), victim);
      }
    });
  });

  test("the address stays free for its owner", async () => {
    const evil = await b.auth.signInAnonymously({});
    const held = b.passwords.holdNext("hash");
    await during(
      held,
      () => linkVictim(evil),
      () => b.oauth.link(b.project, evil.accessToken, "google", "evil", EVIL_GOOGLE),
    );
    const { user } = await b.signUpVerified();
    expect(user?.id).not.toBe(idOf(evil));
  });
});
