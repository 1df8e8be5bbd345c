import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ProjectSettings } from "../../src/domain/projects/settings.ts";
import { engines } from "../../src/testing/engines.ts";
import { EVIL, idOf, NEW_PASSWORD, PASSWORD, TakeoverBench, VICTIM } from "./takeover-bench.ts";

const METHOD = /sign-in method|google|apple/i;

/** Point 4 of the issue: security notices. */
describe.each(engines)("security notices on $kind", (engine) => {
  let b: TakeoverBench;
  let tokens: TokenResponse;
  let resetToken: string;
  const open = async (settings: Partial<ProjectSettings> = {}): Promise<void> => {
    b = await TakeoverBench.open(engine, settings);
    tokens = await b.signUpVerified();
    resetToken = await b.resetLink();
  };
  beforeEach(() => open());
  afterEach(() => b.close());

  const link = () => b.oauth.link(b.project, tokens.accessToken, "google", "own");

  /** What the owner is told of, and what the subject is about. */
  const acts: Record<
    string,
    { act: () => Promise<unknown>; about: RegExp; before?: () => Promise<unknown> }
  > = {
    ChangePassword: {
      act: () => b.as(tokens).changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
      about: /password/i,
    },
    ConfirmPasswordReset: {
      act: () => b.auth.confirmPasswordReset({ token: resetToken, newPassword: NEW_PASSWORD }),
      about: /password/i,
    },
    "UpdateUser(password)": {
      act: () => b.users.updateUser({ userId: idOf(tokens), password: NEW_PASSWORD }),
      about: /password/i,
    },
    LinkOAuth: { act: link, about: METHOD },
    UnlinkIdentity: {
      before: link,
      act: () => b.as(tokens).unlinkIdentity({ provider: OauthProvider.GOOGLE }),
      about: METHOD,
    },
  };

  const mailsOf = async (name: string) => {
    await acts[name]?.before?.();
    return b.mailsOf(async () => acts[name]?.act());
  };

  test.each(Object.keys(acts))("%s sends one to the verified address, without a link", async (name) => {
    const mails = await mailsOf(name);
    expect(mails).toMatchObject([{ to: VICTIM, subject: expect.stringMatching(acts[name]?.about ?? "") }]);
    expect(mails[0]?.link).toBeUndefined();
  });

  test.each(Object.keys(acts))("%s sends none with security_notices_disabled", async (name) => {
    await b.close();
    await open({ securityNoticesDisabled: true });
    expect(await mailsOf(name)).toEqual([]);
  });

  test("none goes to an unverified address", async () => {
    const stranger = await b.signUp("stranger@example.com");
    const mails = await b.mailsOf(async () => {
      await b.as(stranger).changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
      await b.oauth.link(b.project, stranger.accessToken, "google", "own");
      await b.as(stranger).unlinkIdentity({ provider: OauthProvider.GOOGLE });
      await b.users.updateUser({ userId: idOf(stranger), password: PASSWORD });
    });
    expect(mails).toEqual([]);
  });

  test("none goes out for what was refused", async () => {
    const mails = await b.mailsOf(() =>
      Promise.allSettled([
        b.as(tokens).changePassword({ currentPassword: "wrong", newPassword: NEW_PASSWORD }),
        b.auth.confirmPasswordReset({ token: "wrong", newPassword: NEW_PASSWORD }),
        b.as(tokens).unlinkIdentity({ provider: OauthProvider.GOOGLE }),
      ]),
    );
    expect(mails).toEqual([]);
  });

  test("none goes to a guest who links a provider account that has no address", async () => {
    const guest = await b.auth.signInAnonymously({});
    expect(await b.mailsOf(() => b.oauth.link(b.project, guest.accessToken, "google", "own"))).toEqual([]);
  });

  test.each([false, true])(
    "a change of address tells the old, verified one, with security_notices_disabled %s",
    async (securityNoticesDisabled) => {
      await b.close();
      await open({ securityNoticesDisabled });
      const token = await b.changeLink(tokens);
      const mails = await b.mailsOf(() => b.auth.confirmEmailChange({ token }));
      const toOld = mails.filter(({ to }) => to === VICTIM);
      expect(toOld).toMatchObject([{ subject: expect.stringMatching(/address/i) }]);
      expect(toOld[0]?.token).not.toBe("");
    },
  );

  test("a reset that removes a provider account says so", async () => {
    await link();
    const mails = await b.mailsOf(async () =>
      b.auth.confirmPasswordReset({ token: resetToken, newPassword: NEW_PASSWORD }),
    );
    const text = mails
      .filter(({ to }) => to === VICTIM)
      .map((mail) => mail.subject + mail.text)
      .join("\n");
    expect(text).toMatch(/password/i);
    expect(text).toMatch(METHOD);
  });

  describe("of a new device", () => {
    const from = (userAgent: string) =>
      b.t.client(AuthService, { "x-svc-key": b.project.publishableKey, "user-agent": userAgent });
    const signInFrom = (userAgent: string, email = VICTIM) =>
      from(userAgent).signIn({ email, password: PASSWORD });

    test("are not sent unless new_device_notices is on", async () => {
      expect(await b.mailsOf(() => signInFrom("A phone"))).toEqual([]);
    });

    test("are sent for the first sign-in on a device, and once", async () => {
      await b.close();
      await open({ newDeviceNotices: true });
      const mails = await b.mailsOf(() => signInFrom("A phone"));
      expect(mails).toMatchObject([
        { to: VICTIM, subject: expect.stringMatching(/sign-in|signed in|device/i) },
      ]);
      expect(await b.mailsOf(() => signInFrom("A phone"))).toEqual([]);
      expect(await b.mailsOf(() => signInFrom("A tablet"))).toHaveLength(1);
    });

    test("are not sent for the device that signed up, nor to an unverified address", async () => {
      await b.close();
      await open({ newDeviceNotices: true });
      const email = EVIL;
      await from("A phone").signUp({ email, password: PASSWORD });
      expect(await b.mailsOf(() => signInFrom("A tablet", email))).toEqual([]);
      await b.verify(email);
      expect(await b.mailsOf(() => signInFrom("A phone", email))).toEqual([]);
      expect(await b.mailsOf(() => signInFrom("A desktop", email))).toHaveLength(1);
    });
  });
});
