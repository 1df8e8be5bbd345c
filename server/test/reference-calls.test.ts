import { create, toBinary } from "@bufbuild/protobuf";
import { MfaChallengeSchema } from "@svc/proto/svc/auth/v1/factors_pb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { billing } from "../../sdk/typescript/src/billing.ts";
import { browserSignIn } from "../../sdk/typescript/src/browser.ts";
import { emailCodes } from "../../sdk/typescript/src/email-code.ts";
import { mfa } from "../../sdk/typescript/src/mfa.ts";
import { type PasskeyPlatform, passkeys } from "../../sdk/typescript/src/passkey.ts";
import { pushDevices } from "../../sdk/typescript/src/push.ts";
import { createAuthClient, memoryStorage } from "../../sdk/typescript/src/sdk.ts";
import { createServerClient } from "../../sdk/typescript/src/server/server.ts";
import { sdkCalls } from "../../tools/reference/sdk-calls.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { createAuthenticator } from "../src/testing/authenticator.ts";
import { SELLING } from "../src/testing/billing.ts";
import { engines } from "../src/testing/engines.ts";
import { ORIGIN, withPasskeys } from "../src/testing/passkeys.ts";
import { TestApp } from "../src/testing/test-app.ts";

/** What the calls take for granted. Most of them are refused, which is not what the test is about. */
const values = {
  email: "ada@example.com",
  newEmail: "ada@example.org",
  password: "correct horse battery",
  newPassword: "another horse battery",
  idToken: "x",
  nonce: "x",
  code: "12345678",
  flowId: "x",
  cursor: "",
  token: "x",
  accessToken: "x",
  appStoreSignedTransaction: "x",
  redirectTo: "app://back",
  successUrl: "https://app.example.com/done",
  cancelUrl: "https://app.example.com/",
  returnUrl: "https://app.example.com/",
  currentPassword: "",
  ...{ totpCode: "123456", emailCode: "12345678" },
  ...{ passkeyId: "k", userId: "u", sessionId: "s", purchaseId: "p", subscriptionId: "s", grantId: "g" },
};

/** The error of a sign-in that needs a second factor, with a challenge of nobody. */
function errorBefore(code: string): Error {
  const reason = code.includes("startRequired") ? "MFA_ENROLLMENT_REQUIRED" : "MFA_REQUIRED";
  const challenge = toBinary(MfaChallengeSchema, create(MfaChallengeSchema, { token: "x" }));
  const value = Buffer.from(challenge).toString("base64");
  return Object.assign(new Error(), { reason, details: [{ type: MfaChallengeSchema.typeName, value }] });
}

/** A device with a passkey of nobody, which makes more of them. */
function softwareKeys(): PasskeyPlatform {
  const device = createAuthenticator();
  const user = { id: "AAAA" };
  device.create(JSON.stringify({ challenge: "AAAA", rp: { id: "example.com" }, user }), { origin: ORIGIN });
  return {
    isAvailable: () => true,
    create: async (options) => device.create(options, { origin: ORIGIN }),
    get: async (options) => device.get(options, { origin: ORIGIN }),
  };
}

describe.each(engines)("the calls with the client library of docs/reference on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  beforeAll(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    const settings = { ...withPasskeys, allowAnonymousSignIn: true, allowEmailCodes: true, billing: SELLING };
    ({ project, secretKey } = await t.addProject("Demo", settings));
  });
  afterAll(() => t.close());

  /** The paths of the methods that the code calls. */
  async function sentBy(code: string): Promise<string[]> {
    const sent: string[] = [];
    let isPreparing = true;
    const send: typeof fetch = (url, init) => {
      sent.push(new URL(String(url)).pathname.slice(1));
      if (isPreparing && String(url).endsWith("/StartRequiredEnrollment")) {
        return Promise.resolve(Response.json({ enrollment: { enrollmentToken: "x" } }));
      }
      return fetch(url, init);
    };
    const options = { baseUrl: t.url, fetch: send };
    const { publishableKey } = project;
    const auth = createAuthClient({ ...options, publishableKey, storage: memoryStorage() });
    if (!code.includes("auth.signInAnonymously")) await auth.signInAnonymously();
    if (code.includes("codes.signIn")) await emailCodes(auth).requestEmailCode({ email: values.email });
    const factors = mfa(auth);
    if (code.includes("factors.confirm")) {
      factors.begin(errorBefore("startRequired"));
      await factors.startRequiredEnrollment();
    }
    isPreparing = false;
    sent.length = 0;
    const clients = {
      auth,
      push: pushDevices(auth),
      shop: billing(auth),
      codes: emailCodes(auth),
      factors,
      error: errorBefore(code),
      keys: passkeys(auth, softwareKeys()),
      social: browserSignIn(
        auth,
        async (url) => `app://back?code=abc&state=${/state=([^&]+)/.exec(url)?.[1]}`,
      ),
      server: createServerClient({ ...options, secretKey }),
    };
    const names = { ...clients, ...values };
    const run = new Function(...Object.keys(names), `return (async () => { ${code}\n })();`);
    await run(...Object.values(names)).catch(() => {});
    return sent;
  }

  test.each(Object.entries(sdkCalls))("%s", async (method, { code }) => {
    // A token that is still good is not refreshed.
    const printed = method.endsWith("/RefreshToken") ? code.replace("()", "({ forceRefresh: true })") : code;
    expect(await sentBy(printed)).toContain(method);
  });
});
