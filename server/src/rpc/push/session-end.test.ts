import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { backendPush, installation, iphone, pushOf } from "../../testing/push.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "an entirely new phrase";
const [PHONE, TABLET] = [installation(1), installation(2)];

describe.each(engines)("A push device ends with its session on $kind:", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  let phone: TokenResponse;
  let tablet: TokenResponse;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project, secretKey } = await t.addProject());
    phone = await t.addUser(project, EMAIL, PASSWORD);
    tablet = await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    await pushOf(t, project, phone).registerPushDevice(iphone(1));
    await pushOf(t, project, tablet).registerPushDevice(iphone(2));
    const eve = await t.addUser(project, "eve@example.com", PASSWORD);
    await pushOf(t, project, eve).registerPushDevice(iphone(3));
  });
  afterEach(async () => {
    // Whatever ended, another user's device is still there.
    const { devices } = await backendPush(t, secretKey).listPushDevices({});
    expect(devices.map(({ installationId }) => installationId)).toContain(installation(3));
    await t.close();
  });

  const me = (tokens: TokenResponse) => t.auth(project, tokens.accessToken);
  const users = () => t.client(UserService, { "x-svc-key": secretKey });
  const userId = () => phone.user?.id ?? "";
  const left = async () => {
    const { devices } = await backendPush(t, secretKey).listPushDevices({});
    return devices
      .map(({ installationId }) => installationId)
      .filter((id) => id !== installation(3))
      .sort();
  };

  test("SignOut by refresh token", async () => {
    await t.auth(project).signOut({ refreshToken: phone.refreshToken });
    expect(await left()).toEqual([TABLET]);
  });

  test("SignOut by access token, and the ended session cannot register again", async () => {
    await me(phone).signOut({});
    expect(await left()).toEqual([TABLET]);
    expect(await reasonOf(pushOf(t, project, phone).registerPushDevice(iphone(1)))).toBe("SESSION_REVOKED");
    expect(await left()).toEqual([TABLET]);
  });

  test("RevokeMySession", async () => {
    const { sessions } = await me(tablet).listMySessions({});
    const sessionId = sessions.find(({ current }) => !current)?.id ?? "";
    await me(tablet).revokeMySession({ sessionId });
    expect(await left()).toEqual([TABLET]);
  });

  test("ChangePassword, which keeps the device that changed it", async () => {
    await me(phone).changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    expect(await left()).toEqual([PHONE]);
  });

  test("ConfirmPasswordReset", async () => {
    await t.auth(project).requestPasswordReset({ email: EMAIL });
    await t.deliverMail();
    const mail = t.mails.find(({ link }) => link?.includes("/reset"));
    await t.auth(project).confirmPasswordReset({ token: mail?.token ?? "", newPassword: NEW_PASSWORD });
    expect(await left()).toEqual([]);
  });

  test("DeleteAccount", async () => {
    await me(phone).deleteAccount({ currentPassword: PASSWORD });
    expect(await left()).toEqual([]);
  });

  test("a refresh token that is used twice", async () => {
    await t.auth(project).refreshToken({ refreshToken: phone.refreshToken });
    expect(await left()).toEqual([PHONE, TABLET]);
    expect(await reasonOf(t.auth(project).refreshToken({ refreshToken: phone.refreshToken }))).toBe(
      "REFRESH_TOKEN_REUSED",
    );
    expect(await left()).toEqual([TABLET]);
  });

  test("RevokeUserSessions by the backend", async () => {
    await users().revokeUserSessions({ userId: userId() });
    expect(await left()).toEqual([]);
  });

  test("DisableUser by the backend", async () => {
    await users().disableUser({ userId: userId() });
    expect(await left()).toEqual([]);
  });

  test("DeleteUser by the backend", async () => {
    await users().deleteUser({ userId: userId() });
    expect(await left()).toEqual([]);
  });
});
