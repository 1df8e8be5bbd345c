import { expect, test } from "vitest";
import type { PasskeyAlgorithm } from "../../testing/authenticator.ts";
import { acceptsFrom, challenge, origin, registered, userHandle } from "../../testing/passkey-ceremonies.ts";
import { cborMap } from "../../testing/write-cbor.ts";
import { readAssertion } from "./assertion.ts";

test.each<PasskeyAlgorithm>([-7, -8, -257])("verifies a signature of the algorithm %d", async (algorithm) => {
  const { registration, signIn } = registered({ algorithm });
  const json = signIn({ counter: 12 });
  expect(readAssertion(json)).toMatchObject({
    credentialId: registration.credentialId,
    userHandle,
    signCount: 12,
    clientData: { type: "webauthn.get", challenge: Buffer.from(challenge, "base64url"), origin },
  });
  expect(await acceptsFrom(registration, json)).toEqual({
    signCount: 12,
    backupEligible: true,
    backupState: true,
  });
});

test("the state of the backup may change", async () => {
  const { registration, signIn } = registered();
  expect(await acceptsFrom(registration, signIn({ flags: 0x0d }))).toMatchObject({ backupState: false });
});

test("a counter that goes back is reported, not refused", async () => {
  const { registration, signIn } = registered({ counter: 10 });
  expect(await acceptsFrom(registration, signIn({ counter: 3 }))).toMatchObject({ signCount: 3 });
});

test("extensions of the authenticator are signed and read over", async () => {
  const { registration, signIn } = registered();
  expect(await acceptsFrom(registration, signIn({ extensions: cborMap(["a", true]) }))).toBeDefined();
});

test("the user handle may be absent", async () => {
  const { registration, signIn } = registered();
  const absent = [
    signIn({ userHandle: null }),
    signIn({ userHandle: Buffer.alloc(0) }),
    signIn({ credential: (json) => ({ ...json, response: { ...json.response, userHandle: null } }) }),
  ];
  for (const json of absent) {
    expect(readAssertion(json).userHandle).toBeUndefined();
    expect(await acceptsFrom(registration, json)).toBeDefined();
  }
});
