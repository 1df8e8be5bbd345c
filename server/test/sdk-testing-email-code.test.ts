import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { callerOf } from "../../sdk/typescript/src/caller.ts";
import { emailCodes } from "../../sdk/typescript/src/email-code.ts";
import {
  type AuthClient,
  createAuthClient,
  isAuthError,
  memoryStorage,
} from "../../sdk/typescript/src/sdk.ts";
import { createTestAuth, type TestEmailCode } from "../../sdk/typescript/src/testing.ts";
import { engines } from "../src/testing/engines.ts";
import { TestApp } from "../src/testing/test-app.ts";

const [engine = expect.fail()] = engines;
const MINUTE_MS = 60_000;
const GRACE = "grace@example.com";
const password = "four words and more";

type World = {
  device: () => AuthClient;
  passTime: (ms: number) => void;
  mailTo: (email: string) => Promise<TestEmailCode>;
  close: () => Promise<void>;
};

async function realWorld(): Promise<World> {
  const t = await TestApp.open(engine);
  const { project } = await t.addProject("Demo", { allowEmailCodes: true, allowAnonymousSignIn: true });
  const { publishableKey } = project;
  const clock = { now: t.app.clock, steady: t.app.clock };
  return {
    device: () => createAuthClient({ baseUrl: t.url, publishableKey, clock, storage: memoryStorage() }),
    passTime: (ms) => t.advance(ms),
    mailTo: async (email) => {
      await t.deliverMail();
      const link = t.mails.findLast(({ to, link }) => to === email && link?.includes("code="))?.link ?? "";
      return { link, code: link.slice(-8) };
    },
    close: () => t.close(),
  };
}

async function worldInMemory(): Promise<World> {
  const { anotherDevice, passTime, emailCodeFor } = await createTestAuth({ as: "signedOut" });
  return {
    device: anotherDevice,
    passTime,
    mailTo: async (email) => emailCodeFor(email),
    close: async () => {},
  };
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: unknown) =>
      isAuthError(error) ? [error.reason, error.code, error.status, error.attemptsLeft] : error,
  );

const refused = (attemptsLeft: number) => ["EMAIL_CODE_INVALID", "unauthenticated", 401, attemptsLeft];
/** By the client itself: this device has not asked for a code, or has used it. */
const refusedHere = ["EMAIL_CODE_INVALID", "unauthenticated", 0, 0];
const wrong = (code: string) => String((Number(code) + 1) % 1e8).padStart(8, "0");

describe.each([
  ["the real server", realWorld],
  ["the server of the test kit", worldInMemory],
])("sign-in with an email code on %s", (_name, open) => {
  let world: World;
  beforeEach(async () => {
    world = await open();
  });
  afterEach(() => world.close());

  const typed = (client: AuthClient, code: string) =>
    outcomeOf(emailCodes(client).signInWithEmailCode({ code }));
  const asks = async (client = world.device(), email = GRACE) => {
    await emailCodes(client).requestEmailCode({ email });
    return { client, ...(await world.mailTo(email)) };
  };

  test("creates the user with a verified address, and finds the same one the next time", async () => {
    const { client, code } = await asks();
    expect(await typed(client, ` ${code.slice(0, 4)} ${code.slice(4)}`)).toBe("ok");
    const { id, createdAt, ...user } = client.user ?? expect.fail();
    expect(user).toEqual({
      ...{ email: GRACE, emailVerified: true, isAnonymous: false, hasPassword: false, emailBounces: false },
      ...{ claims: {}, identities: [], recovery: "email" },
    });
    expect(createdAt).toEqual(expect.any(String));
    const tablet = world.device();
    await emailCodes(tablet).requestEmailCode({ email: " Grace@Example.com" });
    expect(await typed(tablet, (await world.mailTo(GRACE)).code)).toBe("ok");
    expect(tablet.user?.id).toBe(id);
  });

  test("five wrong codes end it, and another code begins anew", async () => {
    const { client, code } = await asks();
    for (const left of [4, 3, 2, 1, 0]) expect(await typed(client, wrong(code))).toEqual(refused(left));
    expect(await typed(client, code)).toEqual(refused(0));
    const again = await asks(client);
    expect(await typed(client, wrong(again.code))).toEqual(refused(4));
    expect(await typed(client, again.code)).toBe("ok");
  });

  test("a code expires after ten minutes, is used once, and is void after a newer one", async () => {
    const late = await asks();
    world.passTime(10 * MINUTE_MS);
    expect(await typed(late.client, late.code)).toEqual(refused(0));
    const used = await asks();
    expect(await typed(used.client, used.code)).toBe("ok");
    expect(await typed(used.client, used.code)).toEqual(refusedHere);
    const old = await asks();
    const newer = await asks(old.client);
    expect(newer.link).toBe(old.link.replace(old.code, newer.code));
    expect(await typed(old.client, old.code)).toEqual(refused(4));
    world.passTime(9 * MINUTE_MS);
    expect(await typed(old.client, newer.code)).toBe("ok");
  });

  test("another device cannot use a code, and a stranger's question voids none", async () => {
    const { client, code, link } = await asks();
    const stranger = world.device();
    expect(await typed(stranger, code)).toEqual(refusedHere);
    const theirs = await asks(stranger);
    expect(await typed(stranger, code)).toEqual(refused(4));
    expect(await emailCodes(stranger).emailCodeFromUrl(link)).toBeUndefined();
    expect(await emailCodes(stranger).emailCodeFromUrl(theirs.link)).toBe(theirs.code);
    expect(await emailCodes(client).emailCodeFromUrl(link)).toBe(code);
    expect(await typed(client, code)).toBe("ok");
  });

  test("the first proof of the mailbox removes the password and the sessions of who came before", async () => {
    const squatter = world.device();
    await squatter.signUp({ email: GRACE, password });
    const { client, code } = await asks();
    expect(await typed(client, code)).toBe("ok");
    expect(client.user).toMatchObject({ id: squatter.user?.id, hasPassword: false, emailVerified: true });
    expect(await outcomeOf(squatter.getMe())).toEqual(["SESSION_REVOKED", "unauthenticated", 401, undefined]);
    expect(await outcomeOf(world.device().signInWithPassword({ email: GRACE, password }))).toEqual([
      ...["INVALID_CREDENTIALS", "unauthenticated", 401],
      undefined,
    ]);
    const second = await asks();
    expect(await typed(second.client, second.code)).toBe("ok");
    expect(await outcomeOf(client.getMe())).toBe("ok");
  });

  test("the id of a flow is of no use without its verifier, and a used code of none with it", async () => {
    const { client, code } = await asks();
    const thief = world.device();
    const { disk } = callerOf(client).keeper;
    const { emailCode } = await disk.read();
    if (!emailCode) expect.fail();
    const copy = (codeVerifier: string) =>
      callerOf(thief).keeper.disk.change((stored) => ({
        ...stored,
        emailCode: { ...emailCode, codeVerifier },
      }));
    await copy("x".repeat(43));
    for (let times = 0; times < 6; times++) expect(await typed(thief, code)).toEqual(refused(0));
    expect(await typed(client, code)).toBe("ok");
    await copy(emailCode.codeVerifier);
    expect(await typed(thief, code)).toEqual(refused(0));
  });
});

test("the test kit has no email for who did not ask, and says that email codes are enabled", async () => {
  const { client, emailCodeFor, calls, failNext } = await createTestAuth({ as: "signedOut" });
  expect(() => emailCodeFor(GRACE)).toThrow(`no code was requested for ${GRACE}`);
  expect((await client.getProjectConfig()).providers.emailCode?.enabled).toBe(true);
  failNext("RequestEmailCode", "EMAIL_CODE_DISABLED");
  expect(await outcomeOf(emailCodes(client).requestEmailCode({ email: GRACE }))).toEqual([
    ...["EMAIL_CODE_DISABLED", "failed_precondition", 400],
    undefined,
  ]);
  await emailCodes(client).requestEmailCode({ email: GRACE });
  await emailCodes(client).signInWithEmailCode({ code: emailCodeFor("Grace@example.com").code });
  expect(client.user?.email).toBe(GRACE);
  expect(calls.slice(-2)).toEqual(["RequestEmailCode", "SignInWithEmailCode"]);
});
