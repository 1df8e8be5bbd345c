import { generateKeyPairSync } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newToken } from "../../crypto/random-token.ts";
import { systemActor } from "../../domain/analytics/record-event.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { disableUser } from "../../domain/users/disable-user.ts";
import { adminBrowser } from "../../testing/admin-passkeys.ts";
import type { Request } from "../../testing/authenticator.ts";
import { engines } from "../../testing/engines.ts";
import {
  ORIGIN,
  type PasskeyDevice,
  passkeyClient,
  passkeyDevice,
  RP_ID,
  signedUp,
  withPasskeys,
} from "../../testing/passkeys.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PLENTY = { limit: 1000, windowMs: 60_000 };
const CERTIFICATE = Array(32).fill("AB").join(":");
const FOREIGN_CERTIFICATE = Array(32).fill("CD").join(":");
const androidOrigin = (fingerprint: string) =>
  `android:apk-key-hash:${Buffer.from(fingerprint.replaceAll(":", ""), "hex").toString("base64url")}`;

describe.each(engines)("Attacks on passkeys on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let device: PasskeyDevice;
  let userId: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, {
      rateLimits: { sign_in_address: PLENTY, sign_in_calls_account: PLENTY },
    });
    ({ project } = await t.addProject("Demo", { ...withPasskeys, allowAnonymousSignIn: true }));
    device = passkeyDevice(t, project);
    userId = (await signedUp(device)).user?.id ?? "";
  });
  afterEach(() => t.close());

  const app = () => passkeyClient(t, project);
  const assertion = async (request?: Partial<Request>) =>
    device.asserted(await app().startPasskeySignIn({}), request);
  const signIn = (credentialJson: string, more: object = {}) =>
    app().signInWithPasskey({ credentialJson, ...more });
  const change = async (settings: Partial<Project["settings"]>) => {
    project = await updateProject(t.app, systemActor, project.id, { settings });
  };
  const events = (kind: string) =>
    t.app.db.selectFrom("events").select(["userId", "data"]).where("kind", "=", kind).execute();
  const failed = () => events("user.sign_in_failed");
  const sessions = async () => (await t.app.db.selectFrom("sessions").select("id").execute()).length;

  test("an answer is good for one sign-in, however often it is sent", async () => {
    const credentialJson = await assertion();
    const before = await sessions();
    const answers = await Promise.allSettled(Array.from({ length: 64 }, () => signIn(credentialJson)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await sessions()).toBe(before + 1);
    expect(await reasonOf(signIn(credentialJson))).toBe("PASSKEY_INVALID");
  });

  test("an attempt to add a passkey answers for that passkey only", async () => {
    const { accessToken } = await device.signIn();
    const mine = passkeyClient(t, project, accessToken);
    const [second, third] = [passkeyDevice(t, project), passkeyDevice(t, project)];
    const attemptId = newToken();
    await second.link(accessToken, {}, { attemptId });
    await Promise.allSettled([third.link(accessToken, {}, { attemptId })]);
    const unreadable = mine.linkPasskey({ credentialJson: "{}", attemptId });
    expect(await reasonOf(unreadable)).toBe("PASSKEY_INVALID");
    const { passkeys } = await mine.listMyPasskeys({});
    expect(passkeys).toHaveLength(3);
    expect((await third.signIn()).user?.id).toBe(userId);
  });

  describe("sign-ins that succeed", () => {
    const limited = async (rateLimits: object) => {
      await t.close();
      t = await TestApp.open(engine, { rateLimits });
      ({ project } = await t.addProject("Demo", withPasskeys));
      device = passkeyDevice(t, project);
      await signedUp(device);
    };

    test("are limited for each passkey", async () => {
      await limited({ sign_in_calls_account: { limit: 3, windowMs: 60_000 } });
      for (let n = 0; n < 3; n++) await device.signIn();
      expect(await reasonOf(device.signIn())).toBe("RATE_LIMITED");
      const other = passkeyDevice(t, project);
      await signedUp(other);
      await other.signIn();
      t.advance(60_000);
      await device.signIn();
    });

    test("are limited for each address", async () => {
      await limited({ sign_in_calls_address: { limit: 3, windowMs: 60_000 } });
      for (let n = 0; n < 3; n++) await device.signIn();
      const other = passkeyDevice(t, project);
      await signedUp(other);
      expect(await reasonOf(other.signIn())).toBe("RATE_LIMITED");
    });
  });

  test("the same attempt gets the same session, and another credential none", async () => {
    const credentialJson = await assertion();
    const attemptId = newToken();
    const before = await sessions();
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => signIn(credentialJson, { attemptId })),
    );
    expect(new Set(answers.map(({ refreshToken }) => refreshToken)).size).toBe(1);
    expect(await sessions()).toBe(before + 1);
    expect(await reasonOf(signIn(await assertion(), { attemptId }))).toBe("ATTEMPT_INVALID");
    expect(await failed()).toEqual([]);
  });

  test("an answer does not work in another project, not even with the same domain", async () => {
    const other = (await t.addProject("Other", withPasskeys)).project;
    const credentialJson = await assertion();
    const foreign = passkeyClient(t, other);
    expect(await reasonOf(foreign.signInWithPasskey({ credentialJson }))).toBe("PASSKEY_INVALID");
    const foreignOptions = await foreign.startPasskeySignIn({});
    expect(await reasonOf(signIn(device.asserted(foreignOptions)))).toBe("PASSKEY_INVALID");
    expect((await signIn(credentialJson)).user?.id).toBe(userId);
  });

  test("the device keeps a passkey that may be another's on this server, or that answers no question of ours", async () => {
    const stranger = passkeyDevice(t, project);
    stranger.created(await app().startPasskeySignUp({}));
    const signalOf = async (credentialJson: string) =>
      (await failureOf(signIn(credentialJson))).metadata.signal;
    const asked = async () => signalOf(stranger.asserted(await app().startPasskeySignIn({})));
    expect(await asked()).toBe("unknown");
    const made = { optionsJson: JSON.stringify({ challenge: "AAAA", rpId: RP_ID }) };
    expect(await signalOf(stranger.asserted(made))).toBeUndefined();
    const late = stranger.asserted(await app().startPasskeySignIn({}));
    t.advance(6 * 60_000);
    expect(await signalOf(late)).toBeUndefined();
    await t.addProject("Staging", withPasskeys);
    expect(await asked()).toBeUndefined();
  });

  test("it also keeps one that may be an administrator's", async () => {
    await t.close();
    t = await TestApp.open(engine, { baseUrl: ORIGIN });
    ({ project } = await t.addProject("Demo", withPasskeys));
    await t.addAdmin();
    const browser = adminBrowser(t);
    await browser.add(await t.login());
    const { optionsJson } = await app().startPasskeySignIn({});
    const failure = await failureOf(signIn(browser.authenticator.get(optionsJson, { origin: ORIGIN })));
    expect([failure.reason, failure.metadata.signal]).toEqual(["PASSKEY_INVALID", undefined]);
  });

  test("a challenge of one purpose is none for another", async () => {
    const { accessToken } = await signIn(await assertion());
    const mine = passkeyClient(t, project, accessToken);
    const toSignIn = await app().startPasskeySignIn({});
    const toLink = await mine.startPasskeyLink({});
    const toSignUp = await app().startPasskeySignUp({});
    const challengeOf = ({ optionsJson }: { optionsJson: string }) =>
      (JSON.parse(optionsJson) as { challenge: string }).challenge;
    const fresh = () => passkeyDevice(t, project);
    const created = (options: { optionsJson: string }, challenge: string) =>
      fresh().created(options, { challenge });
    const answers = [
      signIn(device.asserted(toSignIn, { challenge: challengeOf(toLink) })),
      signIn(device.asserted(toSignIn, { challenge: challengeOf(toSignUp) })),
      mine.linkPasskey({ credentialJson: created(toLink, challengeOf(toSignIn)) }),
      mine.linkPasskey({ credentialJson: created(toLink, challengeOf(toSignUp)) }),
      app().signUpWithPasskey({ credentialJson: created(toSignUp, challengeOf(toLink)) }),
      app().signUpWithPasskey({ credentialJson: created(toSignUp, challengeOf(toSignIn)) }),
    ];
    const reasons = await Promise.all(answers.map(reasonOf));
    expect(new Set(reasons)).toEqual(new Set(["PASSKEY_INVALID"]));
    // An assertion is no registration, and the other way round.
    expect(await reasonOf(mine.linkPasskey({ credentialJson: device.asserted(toSignIn) }))).toBe(
      "PASSKEY_INVALID",
    );
    expect(await reasonOf(signIn(fresh().created(toLink)))).toBe("PASSKEY_INVALID");
  });

  test("nobody links a passkey with the challenge of another user", async () => {
    const thief = await t.auth(project).signInAnonymously({});
    const victim = await signIn(await assertion());
    const options = await passkeyClient(t, project, thief.accessToken).startPasskeyLink({});
    const credentialJson = passkeyDevice(t, project).created(options);
    const ofVictim = passkeyClient(t, project, victim.accessToken);
    expect(await reasonOf(ofVictim.linkPasskey({ credentialJson }))).toBe("PASSKEY_INVALID");
    expect((await ofVictim.listMyPasskeys({})).passkeys).toHaveLength(1);
  });

  test("a challenge is good for five minutes", async () => {
    const { accessToken } = await signIn(await assertion());
    const mine = passkeyClient(t, project, accessToken);
    const [signInJson, laterJson] = [await assertion(), await assertion()];
    const linkJson = passkeyDevice(t, project).created(await mine.startPasskeyLink({}));
    const signUpJson = passkeyDevice(t, project).created(await app().startPasskeySignUp({}));
    t.advance(299_999);
    await signIn(signInJson);
    t.advance(1);
    expect(await reasonOf(signIn(laterJson))).toBe("PASSKEY_INVALID");
    expect(await reasonOf(mine.linkPasskey({ credentialJson: linkJson }))).toBe("PASSKEY_INVALID");
    expect(await reasonOf(app().signUpWithPasskey({ credentialJson: signUpJson }))).toBe("PASSKEY_INVALID");
  });

  test("a known passkey that is rejected leaves an event of its user, an unknown one none", async () => {
    const other = passkeyDevice(t, project);
    await signedUp(other);
    const otherHandle = other.authenticator.passkeys[0]?.userHandle ?? null;
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const attacks: Partial<Request>[] = [
      { userHandle: otherHandle },
      { userHandle: null },
      { signWith: privateKey },
      { signature: (genuine) => Buffer.concat([genuine, Buffer.alloc(1)]) },
      { origin: "https://example.com.evil.test" },
      { origin: `${ORIGIN}:8443` },
      { origin: "http://example.com" },
      { origin: androidOrigin(FOREIGN_CERTIFICATE) },
      { rpId: "evil.test" },
      { flags: 0x19 },
      { flags: 0x05 },
      { crossOrigin: true },
      { topOrigin: ORIGIN },
      { type: "webauthn.create" },
    ];
    for (const attack of attacks)
      expect(await reasonOf(signIn(await assertion(attack)))).toBe("PASSKEY_INVALID");
    const rows = await failed();
    expect(rows.map((row) => row.userId)).toEqual(attacks.map(() => userId));
    expect(new Set(rows.map(({ data }) => data))).toEqual(new Set(['{"method":"passkey"}']));

    const stranger = passkeyDevice(t, project);
    stranger.created(await app().startPasskeySignUp({}));
    expect(await failureOf(signIn(stranger.asserted(await app().startPasskeySignIn({}))))).toMatchObject({
      reason: "PASSKEY_INVALID",
      metadata: { signal: "unknown", rp_id: RP_ID },
    });
    for (const garbage of ["{}", "null", "[]", "x", '{"id":"AA"}']) {
      expect(await failureOf(signIn(garbage))).toMatchObject({ reason: "PASSKEY_INVALID", metadata: {} });
    }
    expect(await failed()).toHaveLength(attacks.length);
  });

  test("an app on Android is known by the certificates of its own project", async () => {
    const google = { ...project.settings.google, androidSha256Fingerprints: [CERTIFICATE] };
    await change({ google });
    const origin = androidOrigin(CERTIFICATE);
    expect((await signIn(await assertion({ origin }))).user?.id).toBe(userId);
    await t.addProject("Other", {
      google: { ...google, androidSha256Fingerprints: [FOREIGN_CERTIFICATE] },
    });
    const foreign = androidOrigin(FOREIGN_CERTIFICATE);
    expect(await reasonOf(signIn(await assertion({ origin: foreign })))).toBe("PASSKEY_INVALID");
    expect(await reasonOf(signedUpFrom(foreign))).toBe("PASSKEY_INVALID");
  });

  const signedUpFrom = (origin: string) => passkeyDevice(t, project).signUp({}, { origin });

  test("a page that the project lists may use the passkeys, until it does not any more", async () => {
    const origin = "https://app.example.org";
    expect(await reasonOf(signIn(await assertion({ origin })))).toBe("PASSKEY_INVALID");
    await change({ passkeys: { ...withPasskeys.passkeys, origins: [origin] } });
    const late = await assertion({ origin });
    expect((await signIn(await assertion({ origin }))).user?.id).toBe(userId);
    await change(withPasskeys);
    expect(await reasonOf(signIn(late))).toBe("PASSKEY_INVALID");
  });

  test("a passkey of another domain does not sign in after the domain was changed", async () => {
    const before = await assertion();
    await change({ passkeys: { ...withPasskeys.passkeys, rpId: "example.net" } });
    expect(await reasonOf(signIn(before))).toBe("PASSKEY_INVALID");
    const options = await app().startPasskeySignIn({});
    const [{ id: credentialId } = expect.fail("no passkey")] = device.authenticator.passkeys;
    const asNew = device.asserted(options, { credentialId, origin: "https://example.net" });
    expect(await reasonOf(signIn(asNew))).toBe("PASSKEY_INVALID");
    await change(withPasskeys);
    expect((await signIn(await assertion())).user?.id).toBe(userId);
  });

  test("a disabled user with a right passkey is told so, and the refusal is recorded", async () => {
    const ready = await assertion();
    await disableUser(t.app, { project, by: systemActor, tellsOtherProjects: true }, userId);
    expect(await reasonOf(signIn(ready))).toBe("USER_DISABLED");
    expect(await failed()).toEqual([{ userId, data: '{"method":"passkey","reason":"disabled"}' }]);
    const wrong = await assertion({ origin: "https://evil.test" });
    expect(await reasonOf(signIn(wrong))).toBe("PASSKEY_INVALID");
  });

  test("a counter that goes back leaves an event, and the user is signed in", async () => {
    const went = () => events("user.passkey_counter_went_back");
    for (const counter of [0, 5, 6]) await signIn(await assertion({ counter }));
    expect(await went()).toEqual([]);
    for (const counter of [6, 2, 0]) {
      expect((await signIn(await assertion({ counter }))).user?.id).toBe(userId);
    }
    expect((await went()).map((event) => event.userId)).toEqual([userId, userId, userId]);
    await signIn(await assertion({ counter: 0 }));
    expect(await went()).toHaveLength(3);
  });

  test("nobody registers the passkey of another user for themselves", async () => {
    const guest = await t.auth(project).signInAnonymously({});
    const [victim = expect.fail("no passkey")] = device.authenticator.passkeys;
    const mine = passkeyClient(t, project, guest.accessToken);
    const copy = { credentialId: victim.id, publicKey: () => victim.publicKey };
    const credentialJson = passkeyDevice(t, project).created(await mine.startPasskeyLink({}), copy);
    expect(await reasonOf(mine.linkPasskey({ credentialJson }))).toBe("PASSKEY_ALREADY_EXISTS");
    expect((await t.auth(project, guest.accessToken).getMe({})).user?.isAnonymous).toBe(true);
    expect((await signIn(await assertion())).user?.id).toBe(userId);
    // The own one is no new one either.
    const again = passkeyClient(t, project, (await signIn(await assertion())).accessToken);
    const own = passkeyDevice(t, project).created(await again.startPasskeyLink({}), copy);
    expect(await reasonOf(again.linkPasskey({ credentialJson: own }))).toBe("PASSKEY_ALREADY_EXISTS");
  });

  test("the options tell authenticators of the user's passkeys, so that none makes a second one", async () => {
    const { accessToken } = await signIn(await assertion());
    const options = await passkeyClient(t, project, accessToken).startPasskeyLink({});
    expect(() => device.created(options)).toThrow("InvalidStateError");
  });

  test("rejected passkeys count for the caller's address", async () => {
    await t.close();
    t = await TestApp.open(engine, { rateLimits: { sign_in_address: { limit: 3, windowMs: 60_000 } } });
    ({ project } = await t.addProject("Demo", withPasskeys));
    for (let n = 0; n < 3; n++) expect(await reasonOf(signIn("{}"))).toBe("PASSKEY_INVALID");
    expect(await reasonOf(signIn("{}"))).toBe("RATE_LIMITED");
  });

  test("no passkey, challenge or handle is in the log", async () => {
    const credentialJson = await assertion();
    await signIn(credentialJson);
    await reasonOf(signIn(credentialJson));
    await reasonOf(signIn(await assertion({ origin: "https://evil.test" })));
    const { rawId, response } = JSON.parse(credentialJson);
    const log = t.logLines.join("\n");
    expect(log).toContain("SignInWithPasskey");
    for (const secret of [rawId, response.userHandle, response.signature, response.clientDataJSON]) {
      expect(log).not.toContain(secret);
    }
  });
});
