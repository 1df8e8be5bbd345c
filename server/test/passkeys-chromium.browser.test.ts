import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkAssertion, readAssertion } from "../src/crypto/webauthn/assertion.ts";
import { algorithms } from "../src/crypto/webauthn/cose-key.ts";
import { checkRegistration, readRegistration } from "../src/crypto/webauthn/registration.ts";
import { sharedBrowser } from "../src/testing/browser.ts";
import { doubtOf } from "../src/testing/passkey-ceremonies.ts";

// What a real browser sends, not what our own authenticator thinks that browsers send.

const challenge = Buffer.alloc(32, 7);
const userHandle = Buffer.alloc(32, 9);
const server = createServer((_, response) => {
  response.setHeader("content-type", "text/html").end("<!doctype html><title>Passkeys</title>");
});
let page: Page;
let site: { rpId: string; origins: string[] };

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  site = { rpId: "localhost", origins: [origin] };
  const context = await (await sharedBrowser()).newContext();
  page = await context.newPage();
  await page.goto(origin);
});

afterAll(async () => {
  await page?.context().close();
  server.close();
});

/** An authenticator of the browser's own, for one test. */
async function withAuthenticator(canVerify: boolean, work: () => Promise<void>): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  const { authenticatorId } = await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: canVerify,
      isUserVerified: canVerify,
      defaultBackupEligibility: true,
      defaultBackupState: true,
    },
  });
  try {
    await work();
  } finally {
    await devTools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
    await devTools.detach();
  }
}

function create(userVerification: string): Promise<string> {
  const options = {
    challenge: challenge.toString("base64url"),
    rp: { id: site.rpId, name: "Example" },
    user: { id: userHandle.toString("base64url"), name: "ann", displayName: "Ann" },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    authenticatorSelection: { residentKey: "required", userVerification },
  };
  return page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(json));
    return JSON.stringify(await navigator.credentials.create({ publicKey }));
  }, JSON.stringify(options));
}

function get(): Promise<string> {
  const options = {
    challenge: challenge.toString("base64url"),
    rpId: site.rpId,
    userVerification: "required",
  };
  return page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(json));
    return JSON.stringify(await navigator.credentials.get({ publicKey }));
  }, JSON.stringify(options));
}

test("a passkey of Chromium is registered and signs in", async () => {
  await withAuthenticator(true, async () => {
    const registration = readRegistration(await create("required"));
    expect(registration.clientData.challenge).toEqual(challenge);
    expect(registration).toMatchObject({ algorithm: -7, transports: ["internal"] });
    expect(checkRegistration(registration, site)).toMatchObject({ backupEligible: true, backupState: true });

    const assertion = readAssertion(await get());
    expect(assertion.userHandle).toEqual(userHandle);
    expect(assertion.credentialId).toEqual(registration.credentialId);
    const { publicKey, algorithm, flags } = registration;
    const stored = { ...site, publicKey, algorithm, backupEligible: flags.backupEligible };
    expect((await checkAssertion(assertion, stored)).signCount).toBeGreaterThan(0);
  });
});

test("a passkey that Chromium made without verifying the user is refused", async () => {
  await withAuthenticator(false, async () => {
    const registration = readRegistration(await create("discouraged"));
    expect(doubtOf(() => checkRegistration(registration, site))).toBe("the user was not verified");
  });
});
