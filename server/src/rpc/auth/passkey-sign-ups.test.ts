import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newToken } from "../../crypto/random-token.ts";
import { systemActor } from "../../domain/analytics/record-event.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { engines } from "../../testing/engines.ts";
import {
  type PasskeyDevice,
  passkeyClient,
  passkeyDevice,
  signedUp,
  withPasskeys,
} from "../../testing/passkeys.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "correct horse battery";
const EMAIL = "ada@example.com";

describe.each(engines)("Sign-up with a passkey on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let device: PasskeyDevice;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project } = await t.addProject("Demo", withPasskeys));
    device = passkeyDevice(t, project);
  });
  afterEach(() => t.close());

  const change = async (settings: Partial<Project["settings"]>) => {
    project = await updateProject(t.app, systemActor, project.id, { settings });
    device = passkeyDevice(t, project);
  };
  const counts = async () => ({
    users: (await t.app.db.selectFrom("users").select("id").execute()).length,
    passkeys: (await t.app.db.selectFrom("passkeys").select("id").execute()).length,
    sessions: (await t.app.db.selectFrom("sessions").select("id").execute()).length,
  });
  const mailed = async () => {
    const before = t.mails.length;
    await t.deliverMail();
    return t.mails
      .slice(before)
      .map(({ to, subject }) => [to, subject])
      .toSorted();
  };

  test("where the email must be verified, new and taken addresses get the same answer", async () => {
    await t.addUser(project, "taken@example.com", PASSWORD);
    await t.deliverMail();
    await change({ requireEmailVerification: true });
    expect(await device.signUp({ email: EMAIL })).toBeUndefined();
    expect(await device.signUp({ email: "taken@example.com" })).toBeUndefined();
    expect(await counts()).toEqual({ users: 2, passkeys: 1, sessions: 1 });
    const byPasskey = await mailed();
    await t.auth(project).signUp({ email: "bob@example.com", password: PASSWORD });
    await t.auth(project).signUp({ email: "taken@example.com", password: PASSWORD });
    const byPassword = await mailed();
    const subjects = (mails: (string | undefined)[][]) => mails.map(([, subject]) => subject);
    expect(subjects(byPasskey)).toEqual(subjects(byPassword));
    expect(byPasskey.map(([to]) => to)).toEqual([EMAIL, "taken@example.com"]);
  });

  test("after the verification the passkey signs in, and not before", async () => {
    await change({ requireEmailVerification: true });
    await device.signUp({ email: EMAIL });
    expect(await reasonOf(device.signIn())).toBe("EMAIL_NOT_VERIFIED");
    await t.deliverMail();
    const token = /token=([\w-]+)/.exec(t.mails.at(-1)?.link ?? "")?.[1] ?? "";
    await t.auth(project).confirmEmailVerification({ token });
    expect((await device.signIn()).user).toMatchObject({ email: EMAIL, emailVerified: true });
  });

  test("a passkey that was made for a taken address signs nobody in", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    await change({ requireEmailVerification: true });
    await device.signUp({ email: EMAIL });
    expect(await failureOf(device.signIn())).toMatchObject({
      reason: "PASSKEY_INVALID",
      metadata: { signal: "unknown" },
    });
  });

  test("where the email must be verified, one is required", async () => {
    await change({ requireEmailVerification: true });
    const refused = { reason: "INVALID_REQUEST", metadata: { field: "email" } };
    expect(await failureOf(passkeyClient(t, project).startPasskeySignUp({}))).toMatchObject(refused);
    expect(
      await failureOf(passkeyClient(t, project).signUpWithPasskey({ credentialJson: "{}" })),
    ).toMatchObject(refused);
  });

  test("otherwise a taken address is told, and nothing changes", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    expect(await reasonOf(device.signUp({ email: EMAIL }))).toBe("EMAIL_ALREADY_EXISTS");
    expect(await counts()).toEqual({ users: 1, passkeys: 0, sessions: 1 });
    expect(await t.app.db.selectFrom("usedPasskeyChallenges").selectAll().execute()).toEqual([]);
  });

  test("the options are the same for new and taken addresses but for what is random", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    const optionsOf = async (email: string) => {
      const { optionsJson } = await passkeyClient(t, project).startPasskeySignUp({
        email,
        displayName: "Ada",
      });
      const { challenge, user, ...rest } = JSON.parse(optionsJson);
      expect([challenge.length, user.id.length]).toEqual([74, 43]);
      return { ...rest, user: { ...user, id: "", name: "" } };
    };
    expect(await optionsOf(EMAIL)).toEqual(await optionsOf("eve@example.com"));
    expect(await optionsOf(EMAIL)).toMatchObject({
      rp: { id: "example.com", name: "Demo" },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
    });
  });

  test("a known credential id creates no account, for new and taken addresses alike", async () => {
    await signedUp(device);
    const credentialId = device.authenticator.passkeys[0]?.id ?? Buffer.alloc(0);
    await t.addUser(project, "taken@example.com", PASSWORD);
    const before = await counts();
    const signUp = (email: string) => passkeyDevice(t, project).signUp({ email }, { credentialId });
    expect(await reasonOf(signUp(EMAIL))).toBe("PASSKEY_ALREADY_EXISTS");
    await change({ requireEmailVerification: true });
    expect(await reasonOf(signUp(EMAIL))).toBe("PASSKEY_ALREADY_EXISTS");
    expect(await reasonOf(signUp("taken@example.com"))).toBe("PASSKEY_ALREADY_EXISTS");
    expect(await counts()).toEqual(before);
  });

  test("sign-up can be closed, also between the two calls", async () => {
    const options = await passkeyClient(t, project).startPasskeySignUp({});
    await change({ signUpClosed: true });
    const app = passkeyClient(t, project);
    expect(await reasonOf(app.startPasskeySignUp({}))).toBe("SIGN_UP_CLOSED");
    const credentialJson = device.created(options);
    expect(await reasonOf(app.signUpWithPasskey({ credentialJson }))).toBe("SIGN_UP_CLOSED");
    expect(await counts()).toEqual({ users: 0, passkeys: 0, sessions: 0 });
  });

  test("the address cannot be changed between the two calls", async () => {
    const app = passkeyClient(t, project);
    const credentialJson = device.created(await app.startPasskeySignUp({ email: EMAIL }));
    expect(await reasonOf(app.signUpWithPasskey({ credentialJson, email: "eve@example.com" }))).toBe(
      "PASSKEY_INVALID",
    );
    expect(await reasonOf(app.signUpWithPasskey({ credentialJson }))).toBe("PASSKEY_INVALID");
    expect((await app.signUpWithPasskey({ credentialJson, email: " ADA@example.com" })).tokens).toBeDefined();
  });

  test.each([{ requireEmailVerification: false }, { requireEmailVerification: true }])(
    "a repeated sign-up creates no second account: $requireEmailVerification",
    async (settings) => {
      await change(settings);
      const app = passkeyClient(t, project);
      const credentialJson = device.created(await app.startPasskeySignUp({ email: EMAIL }));
      const request = { credentialJson, email: EMAIL, attemptId: newToken() };
      const answers = await Promise.all(Array.from({ length: 8 }, () => app.signUpWithPasskey(request)));
      expect(new Set(answers.map(({ tokens }) => tokens?.refreshToken)).size).toBe(1);
      expect(await counts()).toMatchObject({ users: 1, passkeys: 1 });
      expect(await reasonOf(app.signUpWithPasskey({ ...request, credentialJson: "{}" }))).toBe(
        "ATTEMPT_INVALID",
      );
      expect(await reasonOf(app.signUpWithPasskey({ ...request, attemptId: "" }))).toBe("PASSKEY_INVALID");
    },
  );

  test("a banned address counts as taken", async () => {
    await change({ banErasedUsers: true });
    const { user } = await t.addUser(project, EMAIL, PASSWORD);
    const { token } = await t.addAdmin();
    const ids = { project: project.slug, userId: user?.id ?? "" };
    await t.app.db.updateTable("users").set({ emailVerifiedAt: 1 }).execute(); // others cannot be banned
    const admin = t.client(UserService, { authorization: `Bearer ${token}` });
    await admin.disableUser(ids);
    await admin.deleteUser(ids);
    expect(await reasonOf(device.signUp({ email: EMAIL }))).toBe("EMAIL_ALREADY_EXISTS");
    expect((await counts()).users).toBe(0);
  });
});
