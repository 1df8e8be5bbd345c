import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { emailCodes } from "../../sdk/typescript/src/email-code.ts";
import {
  type AuthClient,
  type AuthClientOptions,
  type AuthStorage,
  createAuthClient,
  memoryStorage,
} from "../../sdk/typescript/src/sdk.ts";
import { FlakyNetwork } from "../../sdk/typescript/test/flaky-network.ts";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { engines } from "../src/testing/engines.ts";
import { TestApp } from "../src/testing/test-app.ts";

const ADA = "ada@example.com";
const GRACE = "grace@example.com";
const DAY_MS = 86_400_000;
const failed = { reason: "NETWORK", retryable: true };
const refused = (attemptsLeft: number) => ({ reason: "EMAIL_CODE_INVALID", attemptsLeft, retryable: false });

describe.each(engines)("sign-in with an email code by the SDK, of a server on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let storage: AuthStorage;
  let network: FlakyNetwork;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    const settings = { allowEmailCodes: true, allowAnonymousSignIn: true };
    ({ project } = await t.addProject("Demo", settings));
    storage = memoryStorage();
    network = new FlakyNetwork();
  });
  afterEach(() => t.close());

  /** Starts the app on the device. What is not in the storage is lost. */
  function start(options: Partial<AuthClientOptions> = {}): AuthClient {
    const { publishableKey } = project;
    const clock = { now: t.app.clock, steady: t.app.clock };
    return createAuthClient({
      ...{ baseUrl: t.url, publishableKey, storage, clock, fetch: network.fetch, onError: () => {} },
      ...options,
    });
  }

  /** The newest email of this device's flow. */
  async function mail(email = ADA): Promise<{ code: string; link: string }> {
    await t.deliverMail();
    const { id = "" } = (await stored()).emailCode ?? {};
    const link = t.mails.findLast((mail) => mail.to === email && mail.link?.includes(id))?.link ?? "";
    return { link, code: /code=(\d{8})$/.exec(link)?.[1] ?? "" };
  }

  const wrong = (code: string) => String((Number(code) + 1) % 1e8).padStart(8, "0");
  const requests = (method: string) =>
    network.sent.filter((call) => call.method === method).map(({ request }) => request);
  const sessions = () => t.app.db.selectFrom("sessions").select("id").execute();
  const stored = async () =>
    JSON.parse((await storage.getItem(`svc.auth.${project.publishableKey.slice(0, 15)}`)) ?? "{}");

  test("signs in, creates the account, and forgets the flow", async () => {
    const client = start();
    const codes = emailCodes(client);
    await codes.requestEmailCode({ email: " Ada@Example.com" });
    const { code } = await mail();
    const session = await codes.signInWithEmailCode({ code: ` ${code.slice(0, 4)}-${code.slice(4)}` });
    expect(session.accessToken).toBe(await client.getAccessToken());
    expect(client.user).toMatchObject({ email: ADA, emailVerified: true, isAnonymous: false });
    expect((await stored()).emailCode).toBeUndefined();
    expect(JSON.stringify(await stored())).not.toContain(requests("SignInWithEmailCode")[0]?.codeVerifier);
    await expect(codes.signInWithEmailCode({ code })).rejects.toMatchObject(refused(0));
    expect(network.count("SignInWithEmailCode")).toBe(1);
  });

  test("the verifier is stored before anything is sent, and leaves the device with the code only", async () => {
    let storedAtRequest: string | null = null;
    const client = start({
      fetch: async (url, init) => {
        if (String(url).endsWith("/RequestEmailCode")) storedAtRequest = JSON.stringify(await stored());
        return network.fetch(url, init);
      },
    });
    const codes = emailCodes(client);
    await codes.requestEmailCode({ email: ADA });
    const { codeVerifier, email } = JSON.parse(storedAtRequest ?? "").emailCode;
    expect(codeVerifier).toMatch(/^[\w-]{43}$/);
    expect(email).toBe(ADA);
    expect(requests("RequestEmailCode")).toEqual([
      { email: ADA, codeChallenge: createHash("sha256").update(codeVerifier).digest("base64url") },
    ]);
    expect(JSON.stringify(network.sent)).not.toContain(codeVerifier);
    await codes.signInWithEmailCode({ code: (await mail()).code });
    expect(requests("SignInWithEmailCode")).toMatchObject([{ codeVerifier }]);
  });

  test("an app that is killed after any step goes on", async () => {
    await emailCodes(start()).requestEmailCode({ email: ADA });
    const { code } = await mail();
    await expect(emailCodes(start()).signInWithEmailCode({ code: wrong(code) })).rejects.toMatchObject(
      refused(4),
    );
    network.fate = () => "answer lost";
    await expect(emailCodes(start()).signInWithEmailCode({ code })).rejects.toMatchObject(failed);
    network.goOnline();
    const client = start();
    await emailCodes(client).signInWithEmailCode({ code: `${code.slice(0, 4)} ${code.slice(4)}` });
    expect(client.user?.email).toBe(ADA);
    expect(await sessions()).toHaveLength(1);
    const [, lost, repeated] = requests("SignInWithEmailCode");
    expect(repeated).toEqual(lost);
  });

  test("an app that is killed before its session is written gets the same one with the same code", async () => {
    await emailCodes(start()).requestEmailCode({ email: ADA });
    const { code } = await mail();
    const full: AuthStorage = {
      ...storage,
      setItem: (key, value) => {
        if (value.includes("refreshToken")) throw new Error("killed");
        return storage.setItem(key, value);
      },
    };
    await expect(emailCodes(start({ storage: full })).signInWithEmailCode({ code })).rejects.toMatchObject({
      reason: "STORAGE",
    });
    const client = start();
    await emailCodes(client).signInWithEmailCode({ code });
    expect(client.user?.email).toBe(ADA);
    expect(await sessions()).toHaveLength(1);
  });

  test.each(["request lost", "answer lost"] as const)(
    "when asking for a code fails (%s), asking again brings one that works",
    async (fate) => {
      network.fate = (method) => (method === "RequestEmailCode" ? fate : "ok");
      await expect(emailCodes(start()).requestEmailCode({ email: ADA })).rejects.toMatchObject(failed);
      network.goOnline();
      const codes = emailCodes(start());
      expect(codes.pendingEmailCode()).toBeUndefined();
      await expect.poll(() => codes.pendingEmailCode()).toBeNull();
      await codes.requestEmailCode({ email: ADA });
      const [first, second] = requests("RequestEmailCode");
      expect(second).toEqual(first);
      expect(await codes.signInWithEmailCode({ code: (await mail()).code })).toBeDefined();
    },
  );

  test("nothing is sent when the flow cannot be stored", async () => {
    const broken: AuthStorage = {
      ...storage,
      setItem: () => {
        throw new Error("the disk is full");
      },
    };
    await expect(
      emailCodes(start({ storage: broken })).requestEmailCode({ email: ADA }),
    ).rejects.toMatchObject({ reason: "STORAGE" });
    const locked: AuthStorage = {
      ...storage,
      getItem: () => {
        throw new Error("the phone is locked");
      },
    };
    const codes = emailCodes(start({ storage: locked }));
    await expect(codes.requestEmailCode({ email: ADA })).rejects.toMatchObject({ reason: "STORAGE" });
    await expect(codes.signInWithEmailCode({ code: "12345678" })).rejects.toMatchObject({
      reason: "STORAGE",
    });
    expect(network.count("RequestEmailCode")).toBe(0);
  });

  test("another code for the same address belongs to the same flow, one for another address does not", async () => {
    const codes = emailCodes(start());
    await codes.requestEmailCode({ email: ADA });
    const old = await mail();
    await emailCodes(start()).requestEmailCode({ email: "ADA@example.com" });
    const [first, again] = requests("RequestEmailCode");
    expect(again).toEqual({ ...first, flowId: /flow=([\w-]+)/.exec(old.link)?.[1] });
    const { code } = await mail();
    if (code !== old.code) {
      await expect(codes.signInWithEmailCode({ code: old.code })).rejects.toMatchObject(refused(4));
    }
    await codes.requestEmailCode({ email: GRACE });
    const third = requests("RequestEmailCode")[2];
    expect(third?.flowId).toBeUndefined();
    expect(third?.codeChallenge).not.toBe(first?.codeChallenge);
    await expect(codes.signInWithEmailCode({ code })).rejects.toMatchObject({
      reason: "EMAIL_CODE_INVALID",
    });
    const client = start();
    await emailCodes(client).signInWithEmailCode({ code: (await mail(GRACE)).code });
    expect(client.user?.email).toBe(GRACE);
  });

  test("two taps and two clients on one storage ask in one flow, and share the session", async () => {
    const [one, two] = [start(), start()];
    await Promise.all([one, one, two].map((client) => emailCodes(client).requestEmailCode({ email: ADA })));
    const [first, ...others] = requests("RequestEmailCode");
    expect(first?.flowId).toBeUndefined();
    expect(others.map(({ flowId }) => flowId)).toEqual([expect.any(String), others[0]?.flowId]);
    await t.deliverMail(); // in any order
    await emailCodes(two).requestEmailCode({ email: ADA });
    const { code } = await mail();
    await Promise.all([one, two].map((client) => emailCodes(client).signInWithEmailCode({ code })));
    expect([one.user?.email, two.user?.email]).toEqual([ADA, ADA]);
    expect(await sessions()).toHaveLength(1);
    expect(emailCodes(one)).toBe(emailCodes(one));
    expect(emailCodes(one)).not.toBe(emailCodes(two));
  });

  test.each([-2 * DAY_MS, 2 * DAY_MS])(
    "a device whose clock is wrong by %d ms signs in, also when it is set right meanwhile",
    async (skew) => {
      const now = () => t.app.clock() + skew;
      await emailCodes(start({ clock: { now, steady: now } })).requestEmailCode({ email: ADA });
      const { code, link } = await mail();
      t.advance(9 * 60_000);
      const codes = emailCodes(start());
      expect(await codes.emailCodeFromUrl(link)).toBe(code);
      expect(await codes.signInWithEmailCode({ code })).toBeDefined();
    },
  );

  test("sends the device token of the account with request and code, as a sign-in with a password does", async () => {
    const codes = emailCodes(start());
    await codes.requestEmailCode({ email: ADA });
    await codes.signInWithEmailCode({ code: (await mail()).code });
    await start().signOut();
    await codes.requestEmailCode({ email: ADA });
    await codes.signInWithEmailCode({ code: (await mail()).code });
    await codes.requestEmailCode({ email: GRACE });
    await codes.signInWithEmailCode({ code: (await mail(GRACE)).code });
    const sent = (method: string) => requests(method).map(({ deviceToken }) => deviceToken);
    expect(sent("SignInWithEmailCode")).toEqual([undefined, expect.any(String), undefined]);
    expect(sent("RequestEmailCode")).toEqual(sent("SignInWithEmailCode"));
  });

  test("signing out forgets the flow, and a session that the server ended does not", async () => {
    const client = start();
    await client.signInAnonymously();
    const codes = emailCodes(client);
    await codes.requestEmailCode({ email: ADA });
    await t.app.db.deleteFrom("sessions").execute();
    await client.getAccessToken({ forceRefresh: true });
    expect(client.state.status).toBe("signedOut");
    await codes.signInWithEmailCode({ code: (await mail()).code });
    await codes.requestEmailCode({ email: GRACE });
    await client.signOut();
    expect((await stored()).emailCode).toBeUndefined();
    await expect(codes.signInWithEmailCode({ code: (await mail(GRACE)).code })).rejects.toMatchObject(
      refused(0),
    );
  });

  test("a sign-out while a code is asked for leaves no flow, and neither does an answer that cannot be stored", async () => {
    let meanwhile = async () => {};
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const response = await network.fetch(url, init);
      if (String(url).endsWith("/RequestEmailCode")) await meanwhile();
      return response;
    };
    const client = start({ fetch });
    await client.signInAnonymously();
    meanwhile = () => client.signOut();
    await emailCodes(client).requestEmailCode({ email: ADA });
    expect((await stored()).emailCode).toBeUndefined();
    let isLocked = false;
    const locking: AuthStorage = {
      ...storage,
      getItem: (key) => {
        if (isLocked) throw new Error("the phone is locked");
        return storage.getItem(key);
      },
    };
    meanwhile = async () => {
      isLocked = true;
    };
    const codes = emailCodes(start({ fetch, storage: locking }));
    await expect(codes.requestEmailCode({ email: ADA })).rejects.toMatchObject({ reason: "STORAGE" });
    isLocked = false;
    meanwhile = async () => {};
    await codes.requestEmailCode({ email: ADA });
    expect(await codes.signInWithEmailCode({ code: (await mail()).code })).toBeDefined();
  });

  test("a code that is asked for long after the last one begins a flow with a verifier of its own", async () => {
    const codes = emailCodes(start());
    await codes.requestEmailCode({ email: ADA });
    t.advance(71 * 60_000);
    await codes.requestEmailCode({ email: ADA });
    const [first, second] = requests("RequestEmailCode");
    expect(second).toEqual({
      email: ADA,
      codeChallenge: expect.not.stringMatching(String(first?.codeChallenge)),
    });
    expect(await codes.signInWithEmailCode({ code: (await mail()).code })).toBeDefined();
  });

  test("a project without email codes, and a server that does not know them, say so", async () => {
    await updateProject(t.app, systemActor, project.id, { settings: { allowEmailCodes: false } });
    const codes = emailCodes(start());
    await expect(codes.requestEmailCode({ email: ADA })).rejects.toMatchObject({
      reason: "EMAIL_CODE_DISABLED",
    });
    const old: typeof fetch = (url, init) =>
      fetch(String(url).replace("/RequestEmailCode", "/NotThereYet"), init);
    await expect(emailCodes(start({ fetch: old })).requestEmailCode({ email: ADA })).rejects.toMatchObject({
      reason: "UNIMPLEMENTED",
      code: "unimplemented",
      retryable: false,
    });
  });
});
