import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { billing } from "../../sdk/typescript/src/billing.ts";
import { browserSignIn } from "../../sdk/typescript/src/browser.ts";
import { emailCodes } from "../../sdk/typescript/src/email-code.ts";
import { pushDevices } from "../../sdk/typescript/src/push.ts";
import { createAuthClient, memoryStorage } from "../../sdk/typescript/src/sdk.ts";
import { createServerClient } from "../../sdk/typescript/src/server/server.ts";
import { sdkCalls } from "../../tools/reference/sdk-calls.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { SELLING } from "../src/testing/billing.ts";
import { engines } from "../src/testing/engines.ts";
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
  ...{ userId: "u", sessionId: "s", purchaseId: "p", subscriptionId: "s", grantId: "g" },
};

describe.each(engines)("the calls with the client library of docs/reference on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  beforeAll(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    const settings = { allowAnonymousSignIn: true, allowEmailCodes: true, billing: SELLING };
    ({ project, secretKey } = await t.addProject("Demo", settings));
  });
  afterAll(() => t.close());

  /** The paths of the methods that the code calls. */
  async function sentBy(code: string): Promise<string[]> {
    const sent: string[] = [];
    const send: typeof fetch = (url, init) => {
      sent.push(new URL(String(url)).pathname.slice(1));
      return fetch(url, init);
    };
    const options = { baseUrl: t.url, fetch: send };
    const { publishableKey } = project;
    const auth = createAuthClient({ ...options, publishableKey, storage: memoryStorage() });
    if (!code.includes("auth.signInAnonymously")) await auth.signInAnonymously();
    if (code.includes("codes.signIn")) await emailCodes(auth).requestEmailCode({ email: values.email });
    sent.length = 0;
    const clients = {
      auth,
      push: pushDevices(auth),
      shop: billing(auth),
      codes: emailCodes(auth),
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
