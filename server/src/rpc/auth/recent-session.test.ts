import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { mfaClient, mfaPolicy } from "../../testing/factors.ts";
import { OAuthBench } from "../../testing/oauth.ts";
import { type PasskeyDevice, passkeyClient, passkeyDevice, withPasskeys } from "../../testing/passkeys.ts";
import { reasonOf } from "../../testing/reason-of.ts";

const MINUTE = 60_000;
const EMAIL = "ada@gmail.com";
const POLICIES = ["off", "optional"] as const;

/** A user with a Google account and a passkey, who signed in long ago. */
describe.each(engines.flatMap((engine) => POLICIES.map((policy) => ({ ...engine, engine, policy }))))(
  "What needs a recent session, on $kind with second factors $policy",
  ({ engine, policy }) => {
    let b: OAuthBench;
    let project: Project;
    let phone: PasskeyDevice;
    let own: TokenResponse;
    beforeEach(async () => {
      b = await OAuthBench.open(engine, { rateLimits: "off" });
      project = await b.addProject({ ...withPasskeys, ...mfaPolicy(policy) });
      own = await b.signIn(project, "google", "ada", { email: EMAIL, email_verified: true });
      phone = passkeyDevice(b.t, project);
      own = await phone.link(own.accessToken);
      b.t.advance(11 * MINUTE);
    });
    afterEach(() => b.close());

    const auth = () => b.t.auth(project, own.accessToken);
    const passkeys = () => passkeyClient(b.t, project, own.accessToken);
    const only = async () => (await passkeys().listMyPasskeys({})).passkeys[0]?.id ?? "";
    const calls: Record<string, () => Promise<unknown>> = {
      LinkPassword: () => auth().linkPassword({ email: EMAIL, password: "correct horse battery" }),
      LinkOAuth: () => b.link(project, own.accessToken, "apple", "ada"),
      LinkPasskey: () => passkeyDevice(b.t, project).link(own.accessToken),
      UpdateMyPasskey: async () => passkeys().updateMyPasskey({ passkeyId: await only(), name: "Phone" }),
      RemoveMyPasskey: async () => passkeys().removeMyPasskey({ passkeyId: await only() }),
      UnlinkIdentity: () => auth().unlinkIdentity({ provider: OauthProvider.GOOGLE }),
      RequestEmailChange: () => auth().requestEmailChange({ newEmail: "new@example.com" }),
      DeleteAccount: () => auth().deleteAccount({}),
      StartTotpEnrollment: () => mfaClient(b.t, project, own.accessToken).startTotpEnrollment({}),
    };
    const named = Object.keys(calls).filter((name) => policy !== "off" || name !== "StartTotpEnrollment");

    test.each(named)("%s accepts a session that was reauthenticated, for 10 minutes", async (name) => {
      const call = calls[name] ?? expect.fail("unknown");
      expect(await reasonOf(call())).toBe("REAUTHENTICATION_REQUIRED");
      const options = await passkeyClient(b.t, project).startPasskeySignIn({});
      const proof = { case: "passkeyJson", value: phone.asserted(options) } as const;
      own = await mfaClient(b.t, project, own.accessToken).reauthenticate({ proof });
      b.t.advance(10 * MINUTE);
      own = await b.t.auth(project).refreshToken({ refreshToken: own.refreshToken });
      expect(await reasonOf(call())).toBe("REAUTHENTICATION_REQUIRED");
      b.t.advance(-1); // a millisecond before
      await call();
    });
  },
);
