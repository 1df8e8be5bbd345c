import { expect, test } from "vitest";
import { createAuthenticator, type PasskeyAlgorithm } from "../../testing/authenticator.ts";
import { accepts, challenge, creationOptions, origin } from "../../testing/passkey-ceremonies.ts";
import { cborMap } from "../../testing/write-cbor.ts";
import { algorithms } from "./cose-key.ts";
import { readRegistration } from "./registration.ts";

test.each<PasskeyAlgorithm>([-7, -8, -257])("reads a passkey with the algorithm %d", (algorithm) => {
  const authenticator = createAuthenticator();
  const aaguid = Buffer.from("00112233445566778899aabbccddeeff", "hex");
  const json = authenticator.create(creationOptions, {
    origin,
    algorithm,
    aaguid,
    transports: ["hybrid", "internal"],
    counter: 4_000_000_000,
  });
  const [passkey] = authenticator.passkeys;
  expect(readRegistration(json)).toMatchObject({
    credentialId: passkey?.id,
    publicKey: passkey?.publicKey,
    algorithm,
    aaguid: "00112233-4455-6677-8899-aabbccddeeff",
    transports: ["hybrid", "internal"],
    signCount: 4_000_000_000,
    flags: { userPresent: true, userVerified: true, backupEligible: true, backupState: true },
    clientData: {
      type: "webauthn.create",
      challenge: Buffer.from(challenge, "base64url"),
      origin,
      crossOrigin: false,
      topOrigin: undefined,
    },
  });
  expect(accepts(json)).toEqual({ signCount: 4_000_000_000, backupEligible: true, backupState: true });
});

test("the algorithms are offered with the best first", () => {
  expect(algorithms).toEqual([-7, -8, -257]);
});

test("a passkey that stays on its device says so", () => {
  const json = createAuthenticator().create(creationOptions, { origin, flags: 0x05 });
  expect(accepts(json)).toEqual({ signCount: 0, backupEligible: false, backupState: false });
});

test("an id may have 1,023 bytes", () => {
  const credentialId = Buffer.alloc(1023, 5);
  const json = createAuthenticator().create(creationOptions, { origin, credentialId });
  expect(readRegistration(json).credentialId).toEqual(credentialId);
});

test("extensions of the authenticator are read over", () => {
  const extensions = cborMap(["credProtect", 2], ["hmac-secret", true]);
  expect(accepts(createAuthenticator().create(creationOptions, { origin, extensions }))).toBeDefined();
});

test.each([
  ["self attestation that is wrong", "packed", cborMap(["alg", -7], ["sig", Buffer.alloc(70)])],
  ["certificates", "packed", cborMap(["alg", -7], ["sig", Buffer.alloc(70)], ["x5c", [Buffer.alloc(900)]])],
  ["a format that does not exist yet", "later", cborMap()],
  [
    "compound attestation",
    "compound",
    [cborMap(["fmt", "packed"], ["attStmt", cborMap(["x5c", [Buffer.alloc(9)]])])],
  ],
])("attestation is not asked for and not believed: %s", (_, format, statement) => {
  const json = createAuthenticator().create(creationOptions, { origin, format, statement });
  expect(accepts(json)).toBeDefined();
});

test("transports may be absent", () => {
  for (const transports of [undefined, null]) {
    const json = createAuthenticator().create(creationOptions, {
      origin,
      credential: (json) => ({ ...json, response: { ...json.response, transports } }),
    });
    expect(readRegistration(json).transports).toEqual([]);
  }
});
