import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { type PasskeyDevice, passkeyDevice, signedUp, withPasskeys } from "../../src/testing/passkeys.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import { EVIL, EVIL_GOOGLE, idOf, TakeoverBench, VICTIM } from "./takeover-bench.ts";

const DAY_MS = 86_400_000;

type Confirmation = {
  token: string;
  removePasskeys?: string[];
  listed?: { providers: string[]; passkeyIds: string[] };
};

describe.each(engines)("Who prepared an account and its first proof of the mailbox, on $kind", (engine) => {
  let b: TakeoverBench;
  let evil: PasskeyDevice;
  let second: PasskeyDevice;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine, withPasskeys);
    evil = passkeyDevice(b.t, b.project);
    second = passkeyDevice(b.t, b.project);
  });
  afterEach(() => b.close());

  /** What the page behind the link lists, and sends again with the answer of its visitor. */
  const shown = async (token: string) => {
    const { identities, passkeys } = await b.auth.inspectEmailLink({ token });
    return {
      providers: identities.map(({ provider }) => provider),
      passkeyIds: passkeys.map(({ id }) => id),
    };
  };
  const passkeysOf = async (userId: string): Promise<string[]> => {
    const query = b.t.app.db.selectFrom("passkeys").select("id").where("userId", "=", userId);
    return (await query.execute()).map(({ id }) => id);
  };
  const linkGoogle = async (to: TokenResponse) =>
    b.oauth.link(b.project, to.accessToken, "google", "evil", EVIL_GOOGLE);

  const proofs = [
    {
      name: "a verification",
      prepare: async (): Promise<[TokenResponse, string]> => {
        const thief = await signedUp(evil, { email: VICTIM });
        return [thief, await b.link(VICTIM, "verify")];
      },
      confirm: (request: Confirmation) => b.auth.confirmEmailVerification(request),
    },
    {
      name: "a change of address",
      prepare: async (): Promise<[TokenResponse, string]> => {
        const thief = await signedUp(evil);
        return [thief, await b.changeLink(thief, VICTIM)];
      },
      confirm: (request: Confirmation) => b.auth.confirmEmailChange(request),
    },
    {
      name: "a change of a thief's own, verified address",
      prepare: async (): Promise<[TokenResponse, string]> => {
        const thief = await signedUp(evil, { email: EVIL });
        await b.verify(EVIL);
        return [thief, await b.changeLink(thief, VICTIM)];
      },
      confirm: (request: Confirmation) => b.auth.confirmEmailChange(request),
    },
  ];
  describe.each(proofs)("$name", ({ prepare, confirm }) => {
    test("removes the passkeys that the visitor does not recognise, with their sessions", async () => {
      const [thief, token] = await prepare();
      const listed = await shown(token);
      expect(listed.passkeyIds).toEqual(await passkeysOf(idOf(thief)));
      await confirm({ token, removePasskeys: listed.passkeyIds, listed });
      expect(await reasonOf(evil.signIn())).toBe("PASSKEY_INVALID");
      expect(await b.sessions(idOf(thief))).toEqual([]);
      expect(await b.user(idOf(thief))).toMatchObject({ email: VICTIM, emailVerified: true });
    });

    test("removes what was added while the visitor read the page", async () => {
      const [thief, token] = await prepare();
      const listed = await shown(token);
      await second.link(thief.accessToken);
      await linkGoogle(thief);
      await confirm({ token, listed });
      expect(await passkeysOf(idOf(thief))).toEqual(listed.passkeyIds);
      expect((await b.user(idOf(thief))).identities).toEqual([]);
      expect(await reasonOf(second.signIn())).toBe("PASSKEY_INVALID");
    });

    test("keeps what was added after the mail and listed", async () => {
      const [thief, token] = await prepare();
      b.t.advance(1000);
      await second.link(thief.accessToken);
      await linkGoogle(thief);
      await confirm({ token, listed: await shown(token) });
      expect(await passkeysOf(idOf(thief))).toHaveLength(2);
      expect((await b.user(idOf(thief))).identities).toHaveLength(1);
    });

    test("without a list removes what is named only", async () => {
      const [thief, token] = await prepare();
      const { passkeyIds } = await shown(token);
      await second.link(thief.accessToken);
      await confirm({ token, removePasskeys: passkeyIds });
      expect(await passkeysOf(idOf(thief))).toHaveLength(1);
    });

    test("and a passkey that is added at once leave none that was not listed and works before the proof", async () => {
      const [thief, token] = await prepare();
      const listed = await shown(token);
      await Promise.allSettled([
        second.link(thief.accessToken),
        confirm({ token, removePasskeys: listed.passkeyIds, listed }),
      ]);
      expect(await passkeysOf(idOf(thief))).toEqual([]);
    });
  });

  test("“This wasn't me” gives nobody an account where a verified address is required", async () => {
    await b.close();
    b = await TakeoverBench.open(engine, { ...withPasskeys, requireEmailVerification: true });
    const phone = passkeyDevice(b.t, b.project);
    await phone.signUp({ email: EVIL });
    const token = await b.link(EVIL, "verify");
    expect((await b.auth.inspectEmailLink({ token })).rejectDeletesAccount).toBe(true);
    expect((await b.auth.rejectEmailVerification({ token })).accountDeleted).toBe(true);
    expect(await reasonOf(phone.signIn())).toBe("PASSKEY_INVALID");
    expect(await b.t.app.db.selectFrom("users").select("id").execute()).toEqual([]);
  });

  test("what was added long ago is shown to the owner of the new mailbox, too, and stays when they keep it", async () => {
    const tokens = await b.signUpVerified();
    b.t.advance(DAY_MS);
    await second.link((await b.signIn()).accessToken);
    b.t.advance(40 * DAY_MS);
    const token = await b.changeLink(await b.signIn(), "new@example.com");
    const { passkeys } = await b.auth.inspectEmailLink({ token });
    expect(passkeys.map(({ keepByDefault }) => keepByDefault)).toEqual([false]);
    await b.auth.confirmEmailChange({ token, listed: await shown(token) });
    expect(idOf(await second.signIn())).toBe(idOf(tokens));
  });

  test("an app that knows no list changes the address and removes nothing", async () => {
    const tokens = await b.signUpVerified();
    await second.link(tokens.accessToken);
    await b.auth.confirmEmailChange({ token: await b.changeLink(tokens, "new@example.com") });
    expect(idOf(await second.signIn())).toBe(idOf(tokens));
  });
});
