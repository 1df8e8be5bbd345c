import { createHash, randomBytes } from "node:crypto";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { PasskeyService } from "@svc/proto/svc/auth/v1/passkeys_pb";
import type { User } from "@svc/proto/svc/auth/v1/user_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { OAuthBench } from "../../testing/oauth.ts";
import { passkeyDevice, withPasskeys } from "../../testing/passkeys.ts";
import { failureOf } from "../../testing/reason-of.ts";
import type { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "correct horse battery";
const GERMAN = "de-at,de;q=0.9,en;q=0.5";

type Asked = { locale?: string; header?: string | undefined };

describe.each(engines)("The language of a user on $kind", (engine) => {
  let b: OAuthBench;
  let t: TestApp;
  let project: Project;
  let people = 0;
  beforeEach(async () => {
    b = await OAuthBench.open(engine);
    t = b.t;
    project = await b.addProject({ allowEmailCodes: true, ...withPasskeys });
  });
  afterEach(() => b.close());

  const headers = (header?: string, accessToken?: string): Record<string, string> => ({
    "x-svc-key": project.publishableKey,
    ...(header === undefined ? {} : { "accept-language": header }),
    ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
  });
  const auth = (header?: string, accessToken?: string) => t.client(AuthService, headers(header, accessToken));
  const newEmail = () => `person${++people}@example.com`;

  /** Every way in which an app makes a user. */
  const ways: Record<string, (asked: Asked) => Promise<User | undefined>> = {
    SignUp: async ({ header, ...field }) =>
      (await auth(header).signUp({ email: newEmail(), password: PASSWORD, ...field })).tokens?.user,
    SignInAnonymously: async ({ header, ...field }) => (await auth(header).signInAnonymously(field)).user,
    SignInWithOAuth: async ({ header, ...field }) => {
      const credential = b.credential("google", `g-${++people}`);
      return (await auth(header).signInWithOAuth({ credential, ...field })).user;
    },
    async SignInWithEmailCode({ header, ...field }) {
      const codeVerifier = randomBytes(32).toString("base64url");
      const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url");
      const { flowId } = await t.auth(project).requestEmailCode({ email: newEmail(), codeChallenge });
      await t.deliverMail();
      const link = t.mails.findLast((mail) => mail.link?.includes(flowId))?.link ?? "";
      const code = /code=(\d{8})/.exec(link)?.[1] ?? "";
      return (await auth(header).signInWithEmailCode({ flowId, codeVerifier, code, ...field })).user;
    },
    async SignUpWithPasskey({ header, ...field }) {
      const app = t.client(PasskeyService, headers(header));
      const credentialJson = passkeyDevice(t, project).created(await app.startPasskeySignUp({}));
      return (await app.signUpWithPasskey({ credentialJson, ...field })).tokens?.user;
    },
  };

  test.each(Object.keys(ways))("%s stores the field, or the first tag of Accept-Language", async (way) => {
    const made = async (asked: Asked) => (await ways[way]?.(asked))?.locale;
    expect(await made({ locale: "PT_br", header: GERMAN })).toBe("pt-BR");
    expect(await made({ header: GERMAN })).toBe("de-AT");
    expect(await made({ header: "fr;q=0.2, sv-SE" })).toBe("sv-SE"); // also where no email has it
    for (const header of [undefined, "*", "!!, ;q=1", "x".repeat(8000)])
      expect(await made({ header })).toBe("");
    for (const locale of ["german please", "de-", "x".repeat(40)]) {
      const refused = await failureOf(ways[way]?.({ locale, header: GERMAN }) ?? Promise.resolve());
      expect(refused).toMatchObject({ reason: "INVALID_REQUEST", metadata: { field: "locale" } });
    }
  });

  test("a later sign-in changes nothing", async () => {
    const email = newEmail();
    await auth("de").signUp({ email, password: PASSWORD });
    expect((await auth("ja").signIn({ email, password: PASSWORD })).user?.locale).toBe("de");
    const credential = () => b.credential("google", "g-again");
    await auth("fr").signInWithOAuth({ credential: credential() });
    const again = await auth("ja").signInWithOAuth({ credential: credential(), locale: "it" });
    expect(again.user?.locale).toBe("fr");
  });

  const upgrades: Record<string, (accessToken: string, asked: Asked) => Promise<User | undefined>> = {
    LinkPassword: async (token, { header, ...field }) =>
      (await auth(header, token).linkPassword({ email: newEmail(), password: PASSWORD, ...field })).user,
    async LinkOAuth(token, { header, ...field }) {
      const source = { case: "credential" as const, value: b.credential("google", `g-${++people}`) };
      return (await auth(header, token).linkOAuth({ source, ...field })).user;
    },
    async LinkPasskey(token, { header, ...field }) {
      const app = t.client(PasskeyService, headers(header, token));
      const credentialJson = passkeyDevice(t, project).created(await app.startPasskeyLink({}));
      return (await app.linkPasskey({ credentialJson, ...field })).user;
    },
  };

  test.each(Object.keys(upgrades))("%s: a guest keeps the language that is stored", async (way) => {
    const upgraded = async (guest: Asked, asked: Asked) => {
      const { accessToken } = await auth(guest.header).signInAnonymously({});
      return (await upgrades[way]?.(accessToken, asked))?.locale;
    };
    expect(await upgraded({ header: "de" }, { locale: "ja", header: "fr" })).toBe("de");
    expect(await upgraded({}, { locale: "ja", header: "fr" })).toBe("ja");
    expect(await upgraded({}, { header: "fr" })).toBe("fr");
    expect(await upgraded({}, {})).toBe("");
  });

  test("the verification email of each way asks in the language of the request", async () => {
    const german = { locale: "de", header: "ja" };
    const google = () =>
      b.credential("google", `g-${++people}`, { email: newEmail(), email_verified: false });
    const guest = async () => (await auth("fr").signInAnonymously({})).accessToken;
    const device = passkeyDevice(t, project);
    const passkeys = t.client(PasskeyService, headers("ja"));
    await ways.SignUp?.(german);
    await auth("ja").signInWithOAuth({ credential: google(), locale: "de" });
    await upgrades.LinkPassword?.(await guest(), german);
    const source = { case: "credential" as const, value: google() };
    await auth("ja", await guest()).linkOAuth({ source, locale: "de" });
    const email = newEmail();
    const credentialJson = device.created(await passkeys.startPasskeySignUp({ email }));
    await passkeys.signUpWithPasskey({ email, credentialJson, locale: "de" });
    const mails = await t.app.db.selectFrom("outbox").select(["kind", "language"]).execute();
    expect(mails).toEqual(Array(5).fill({ kind: "verify_email", language: "de" }));
  });

  test("UpdateMe changes and forgets it; absent leaves it, and no header counts", async () => {
    const { tokens } = await auth("de").signUp({ email: newEmail(), password: PASSWORD });
    const me = auth("ja", tokens?.accessToken);
    expect((await me.updateMe({ displayName: "Ada" })).user?.locale).toBe("de");
    expect((await me.updateMe({ locale: "zh-hant-hk" })).user?.locale).toBe("zh-Hant-HK");
    expect(await failureOf(me.updateMe({ locale: "no such thing" }))).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "locale" },
    });
    expect((await me.updateMe({ locale: "" })).user?.locale).toBe("");
    expect((await me.getMe({})).user).toMatchObject({ locale: "", displayName: "Ada" });
  });

  test("a change is an event, as that of a name is", async () => {
    const { tokens } = await auth("de").signUp({ email: newEmail(), password: PASSWORD });
    const me = auth(undefined, tokens?.accessToken);
    await me.updateMe({ locale: "de" });
    await me.updateMe({ locale: "fr" });
    const events = t.app.db.selectFrom("events").select("id").where("kind", "=", "user.profile_changed");
    expect(await events.execute()).toHaveLength(1);
  });

  test("a stranger's sign-up leaves its language to nobody who takes the account back", async () => {
    const stranger = { password: "a stranger's password", locale: "zh-Hant" };
    const byReset = newEmail();
    await auth().signUp({ ...stranger, email: byReset });
    await auth().requestPasswordReset({ email: byReset });
    await t.deliverMail();
    const token = t.mails.findLast(({ link }) => link?.includes("/reset?"))?.token ?? "";
    await auth(GERMAN).confirmPasswordReset({ token, newPassword: PASSWORD });
    const { user } = await auth().signIn({ email: byReset, password: PASSWORD });
    expect(user?.locale).toBe("de-AT");

    const byCode = `person${people + 1}@example.com`; // the one that the next way uses
    await auth().signUp({ ...stranger, email: byCode });
    expect((await ways.SignInWithEmailCode?.({ header: GERMAN }))?.locale).toBe("de-AT");
  });
});
