import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { doubtOf, doubtOfLater } from "../../testing/passkey-ceremonies.ts";
import { checkAssertion, readAssertion } from "./assertion.ts";
import { checkRegistration, readRegistration } from "./registration.ts";

type Vector = {
  credentialId: string;
  registration: { challenge: string; clientDataJSON: string; attestationObject: string };
  assertion: { challenge: string; clientDataJSON: string; authenticatorData: string; signature: string };
};

/** https://www.w3.org/TR/webauthn-3/#sctn-test-vectors, named after the sections. */
const file = new URL("../../testing/data/webauthn-level-3.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8")) as Record<string, Vector>;

const site = { rpId: "example.org", origins: ["https://example.org"] };
const unverified = "the user was not verified";
const framed = "the page was framed";
const notOffered = "the key is of an algorithm that was not offered";

/** What we say about registration and assertion. Verification is checked last, so `unverified` means all else is right. */
const verdicts: Record<string, { registration?: string; assertion?: string }> = {
  "none-es256": { registration: unverified, assertion: unverified },
  "packed-self-es256": { assertion: unverified },
  "none-es256-crossOrigin": { registration: framed, assertion: framed },
  "none-es256-topOrigin": { registration: framed, assertion: framed },
  "none-es256-long-credential-id": { registration: unverified },
  "packed-es256": {},
  "packed-es384": { registration: notOffered },
  "packed-es512": { registration: notOffered },
  "packed-rs256": { assertion: unverified },
  "packed-eddsa": { registration: unverified, assertion: unverified },
  "tpm-es256": {},
  "android-key-es256": { assertion: unverified },
  "apple-es256": { registration: unverified, assertion: unverified },
  "fido-u2f-es256": { registration: unverified, assertion: unverified },
};

function credential(id: string, response: Record<string, unknown>): string {
  return JSON.stringify({ id, rawId: id, type: "public-key", response, clientExtensionResults: {} });
}

test("there is a verdict about every vector", () => {
  expect(Object.keys(vectors)).toEqual(Object.keys(verdicts));
});

test.each(Object.entries(vectors))("%s", async (name, { credentialId, ...vector }) => {
  const { registration: registrationDoubt, assertion: assertionDoubt } = verdicts[name] ?? {};
  const registrationJson = credential(credentialId, vector.registration);
  expect(doubtOf(() => checkRegistration(readRegistration(registrationJson), site))).toBe(registrationDoubt);
  if (registrationDoubt === notOffered) return;

  const registration = readRegistration(registrationJson);
  const assertion = readAssertion(credential(credentialId, vector.assertion));
  expect(registration.clientData.challenge.toString("base64url")).toBe(vector.registration.challenge);
  expect(assertion.clientData.challenge.toString("base64url")).toBe(vector.assertion.challenge);
  expect(assertion.credentialId).toEqual(registration.credentialId);

  const { publicKey, algorithm, flags } = registration;
  const stored = { ...site, publicKey, algorithm, backupEligible: flags.backupEligible };
  expect(await doubtOfLater(() => checkAssertion(assertion, stored))).toBe(assertionDoubt);

  const forged = Buffer.from(assertion.signature);
  forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
  const doubt = await doubtOfLater(() => checkAssertion({ ...assertion, signature: forged }, stored));
  expect(doubt).toBe(assertionDoubt === framed ? framed : "the signature is wrong");
});
