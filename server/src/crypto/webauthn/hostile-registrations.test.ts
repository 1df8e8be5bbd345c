import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect, test } from "vitest";
import { type Creation, coseKey, createAuthenticator } from "../../testing/authenticator.ts";
import { accepts, creationOptions, doubtOf, origin } from "../../testing/passkey-ceremonies.ts";
import { type CborEntry, cborMap, type WritableCbor, writeCbor } from "../../testing/write-cbor.ts";

const create = (creation: Partial<Creation>) =>
  createAuthenticator().create(creationOptions, { origin, ...creation });
const decode = (text = "") => Buffer.from(text, "base64url");
const append = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0])]);
const cut = (bytes: Buffer) => bytes.subarray(0, -1);
const at = (index: number, byte: number) => (bytes: Buffer) => {
  const changed = Buffer.from(bytes);
  changed[index] = byte;
  return changed;
};

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" });
const [x, y] = [decode(ec.x), decode(ec.y)];
const key = (...entries: readonly CborEntry[]): Partial<Creation> => ({
  publicKey: () => writeCbor(cborMap(...entries)),
});
const ecKey = (changes: Readonly<Record<number, WritableCbor>>) =>
  key(
    ...(
      [
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, x],
        [-3, y],
      ] as const
    ).map(([label, value]) => [label, changes[label] ?? value] as const),
  );
const edKey = (point: Buffer) => key([1, 1], [3, -8], [-1, 6], [-2, point]);
const rsaKey = (modulus: Buffer, exponent = Buffer.from([1, 0, 1])) =>
  key([1, 3], [3, -257], [-1, modulus], [-2, exponent]);
const ofSize = (bits: number) => {
  const bytes = Buffer.alloc(Math.ceil(bits / 8), 0xff);
  bytes[0] = bits % 8 === 0 ? 0xff : 2 ** (bits % 8) - 1;
  return bytes;
};
const ed448: KeyObject = generateKeyPairSync("ed448").publicKey;
const p384 = generateKeyPairSync("ec", { namedCurve: "P-384" }).publicKey.export({ format: "jwk" });

const notOffered = "the key is of an algorithm that was not offered";
const otherMembers = "the key has other members than its type needs";
const otherType = "the key is of another type";
const otherCurve = "the key is on another curve";
const notImported = "the key cannot be imported";
const coordinate = "a coordinate does not have 32 bytes";
const noPoint = "the key is not a point of Ed25519";
const rsaSize = "the RSA key has a wrong size";
const trailing = "bytes after the authenticator data";
const object = "not an attestation object";

const hostile: Record<string, [Partial<Creation>, string]> = {
  // Flags and RP ID.
  "user not present": [{ flags: 0x04 }, "the user was not present"],
  "user not verified": [{ flags: 0x01 }, "the user was not verified"],
  "no flags": [{ flags: 0 }, "the user was not present"],
  "backed up without being eligible": [{ flags: 0x15 }, "a backup without being eligible for one"],
  "another RP ID": [{ rpId: "evil.example" }, "the RP ID is another"],
  "the parent domain as RP ID": [{ rpId: "example.com" }, "the RP ID is another"],
  "the RP ID in capitals": [{ rpId: "LOGIN.EXAMPLE.COM" }, "the RP ID is another"],
  "the origin as RP ID": [{ rpId: origin }, "the RP ID is another"],

  // Authenticator data.
  "no authenticator data": [
    { authenticatorData: () => Buffer.alloc(0) },
    "the authenticator data is cut short",
  ],
  "36 bytes of it": [
    { authenticatorData: (data) => data.subarray(0, 36) },
    "the authenticator data is cut short",
  ],
  "no credential, and none announced": [
    { authenticatorData: (data) => at(32, 0x1d)(data.subarray(0, 37)) },
    "no attested credential",
  ],
  "no credential, but announced": [
    { authenticatorData: (data) => data.subarray(0, 37) },
    "the attested credential is cut short",
  ],
  "a credential that is not announced": [{ authenticatorData: at(32, 0x1d) }, trailing],
  "a byte after it": [{ authenticatorData: append }, trailing],
  "the key is cut short": [{ authenticatorData: cut }, "CBOR is cut short"],
  "extensions that are not announced": [
    { extensions: cborMap(["credProtect", 2]), authenticatorData: at(32, 0x5d) },
    trailing,
  ],
  "extensions announced but absent": [{ authenticatorData: at(32, 0xdd) }, "CBOR is cut short"],
  "extensions that are a list": [
    { authenticatorData: (data) => at(32, 0xdd)(Buffer.concat([data, Buffer.from([0x80])])) },
    "the extensions are not a map",
  ],
  "an extension twice": [
    {
      authenticatorData: (data) => at(32, 0xdd)(Buffer.concat([data, Buffer.from("a2616101616102", "hex")])),
    },
    "CBOR has a key twice",
  ],
  "bytes after the extensions": [{ extensions: new Map(), authenticatorData: append }, trailing],

  // The id.
  "an id of 1,024 bytes": [{ credentialId: Buffer.alloc(1024, 1) }, "the credential id has a wrong length"],
  "an empty id": [{ credentialId: Buffer.alloc(0) }, "the credential id has a wrong length"],
  "an id that is longer than the data": [{ authenticatorData: at(53, 3) }, "the credential id is cut short"],
  "another id inside": [
    { credentialId: Buffer.alloc(20, 1), authenticatorData: at(55, 0) },
    "another credential is attested",
  ],

  // The key.
  "an ES384 key": [key([1, 2], [3, -35], [-1, 2], [-2, decode(p384.x)], [-3, decode(p384.y)]), notOffered],
  "an ES512 key": [ecKey({ 3: -36 }), notOffered],
  "an ES256K key": [ecKey({ 3: -47 }), notOffered],
  "a PS256 key": [key([1, 3], [3, -37], [-1, ofSize(2048)], [-2, Buffer.from([1, 0, 1])]), notOffered],
  "an RS1 key": [key([1, 3], [3, -65_535], [-1, ofSize(2048)], [-2, Buffer.from([1, 0, 1])]), notOffered],
  "an Ed448 key": [
    key([1, 1], [3, -53], [-1, 7], [-2, decode(ed448.export({ format: "jwk" }).x)]),
    notOffered,
  ],
  "Ed448 as EdDSA": [
    key([1, 1], [3, -8], [-1, 7], [-2, decode(ed448.export({ format: "jwk" }).x)]),
    otherCurve,
  ],
  "an HMAC key": [key([1, 4], [3, 5], [-1, Buffer.alloc(32, 1)]), notOffered],
  "no algorithm": [key([1, 2], [-1, 1], [-2, x], [-3, y]), notOffered],
  "the algorithm as a text": [ecKey({ 3: "ES256" }), notOffered],
  "a key that is a list": [{ publicKey: () => writeCbor([1, 2]) }, "the key is not a map"],
  "an empty key": [{ publicKey: () => writeCbor(new Map()) }, notOffered],
  "ES256 with an RSA type": [ecKey({ 1: 3 }), otherType],
  "ES256 on P-384": [ecKey({ [-1]: 2 }), otherCurve],
  "ES256 on secp256k1": [ecKey({ [-1]: 8 }), otherCurve],
  "ES256 without y": [key([1, 2], [3, -7], [-1, 1], [-2, x]), otherMembers],
  "ES256 with a compressed y": [ecKey({ [-3]: true }), coordinate],
  "ES256 with a private key": [key([1, 2], [3, -7], [-1, 1], [-2, x], [-3, y], [-4, x]), otherMembers],
  "ES256 with an optional member": [key([1, 2], [2, x], [3, -7], [-1, 1], [-2, x], [-3, y]), otherMembers],
  "ES256 with x of 31 bytes": [ecKey({ [-2]: cut(x) }), coordinate],
  "ES256 with x of 33 bytes": [ecKey({ [-2]: Buffer.concat([Buffer.alloc(1), x]) }), coordinate],
  "ES256 not on the curve": [ecKey({ [-3]: at(31, (y[31] ?? 0) ^ 1)(y) }), notImported],
  "ES256 at infinity": [ecKey({ [-2]: Buffer.alloc(32), [-3]: Buffer.alloc(32) }), notImported],
  "ES256 beyond the field": [
    ecKey({ [-2]: Buffer.alloc(32, 0xff), [-3]: Buffer.alloc(32, 0xff) }),
    notImported,
  ],
  "ES256 with a member twice": [
    {
      publicKey: (bytes) =>
        Buffer.concat([Buffer.from([0xa6]), bytes.subarray(1), Buffer.from([0x03, 0x26])]),
    },
    "CBOR has a key twice",
  ],
  "ES256 with an indefinite length": [
    { publicKey: (bytes) => Buffer.concat([Buffer.from([0xbf]), bytes.subarray(1), Buffer.from([0xff])]) },
    "CBOR has an indefinite length or a number of eight bytes",
  ],
  "EdDSA of small order": [edKey(Buffer.alloc(32)), noPoint],
  "EdDSA not on the curve": [edKey(at(0, 2)(Buffer.alloc(32))), noPoint],
  "EdDSA beyond the field": [edKey(Buffer.alloc(32, 0xff)), noPoint],
  "EdDSA with 31 bytes": [edKey(Buffer.alloc(31, 3)), coordinate],
  "EdDSA with the curve X25519": [key([1, 1], [3, -8], [-1, 4], [-2, Buffer.alloc(32, 3)]), otherCurve],
  "EdDSA with P-256": [ecKey({ 3: -8 }), otherMembers],
  "RS256 with 1,024 bits": [rsaKey(ofSize(1024)), rsaSize],
  "RS256 with 2,047 bits": [rsaKey(ofSize(2047)), rsaSize],
  "RS256 with 4,104 bits": [rsaKey(ofSize(4104)), rsaSize],
  "RS256 with a zero in front": [
    rsaKey(Buffer.concat([Buffer.alloc(1), ofSize(2048)])),
    "the RSA modulus is malformed",
  ],
  "RS256 with an even modulus": [rsaKey(at(255, 0xfe)(ofSize(2048))), "the RSA modulus is malformed"],
  "RS256 with the exponent 1": [rsaKey(ofSize(2048), Buffer.from([1])), "the RSA exponent is not 65537"],
  "RS256 with the exponent 3": [rsaKey(ofSize(2048), Buffer.from([3])), "the RSA exponent is not 65537"],
  "RS256 with a padded exponent": [
    rsaKey(ofSize(2048), Buffer.from([0, 1, 0, 1])),
    "the RSA exponent is not 65537",
  ],
  "RS256 with a text as modulus": [key([1, 3], [3, -257], [-1, "n"], [-2, "e"]), "the RSA key is incomplete"],

  // The attestation object.
  "a statement in the format none": [{ statement: cborMap(["sig", x]) }, "a statement in the format none"],
  "a list in the format none": [{ statement: [] }, "a statement in the format none"],
  "a number as statement": [{ format: "packed", statement: 7 }, "attStmt is not a statement"],
  "a format of 33 letters": [{ format: "x".repeat(33) }, "fmt is not a format"],
  "an empty format": [{ format: "" }, "fmt is not a format"],
  "a format with a space": [{ format: "no ne" }, "fmt is not a format"],
  "a byte after the object": [{ attestationObject: append }, "bytes after the CBOR"],
  "the object is cut short": [{ attestationObject: cut }, "CBOR is cut short"],
  "no object": [{ attestationObject: () => Buffer.alloc(0) }, "CBOR is cut short"],
  "a list for the object": [{ attestationObject: () => writeCbor([]) }, object],
  "an object without statement": [
    { attestationObject: () => writeCbor(cborMap(["fmt", "none"], ["authData", x])) },
    object,
  ],
  "an object with a fourth member": [
    {
      attestationObject: (bytes) =>
        Buffer.concat([Buffer.from([0xa4]), bytes.subarray(1), Buffer.from([1, 1])]),
    },
    object,
  ],
  "authData twice": [
    {
      attestationObject: (bytes) =>
        Buffer.concat([Buffer.from([0xa4]), bytes.subarray(1), writeCbor("authData"), writeCbor(x)]),
    },
    "CBOR has a key twice",
  ],
  "authData as a text": [
    {
      attestationObject: () => writeCbor(cborMap(["fmt", "none"], ["attStmt", new Map()], ["authData", "a"])),
    },
    "authData is not bytes",
  ],
  "an object of indefinite length": [
    {
      attestationObject: (bytes) =>
        Buffer.concat([Buffer.from([0xbf]), bytes.subarray(1), Buffer.from([0xff])]),
    },
    "CBOR has an indefinite length or a number of eight bytes",
  ],
  "a bomb of arrays": [{ attestationObject: () => Buffer.alloc(11_000, 0x81) }, "CBOR is nested too deeply"],
  "a bomb of counts": [
    { attestationObject: () => Buffer.from("9affffffff", "hex") },
    "CBOR has too many entries",
  ],
  "a statement of 20 KB": [
    { format: "packed", statement: cborMap(["x5c", [Buffer.alloc(20_000)]]) },
    "the credential is too long",
  ],

  // Transports.
  "transports as a text": [
    { credential: (json) => ({ ...json, response: { ...json.response, transports: "usb" } }) },
    "transports is no list",
  ],
  "eleven transports": [{ transports: Array.from({ length: 11 }, () => "usb") }, "transports is no list"],
  "a transport with markup": [{ transports: ["<b>"] }, "no such transport"],
  "a number as transport": [{ transports: [1 as unknown as string] }, "no such transport"],
};

test("the same registration is right when nothing is changed", () => {
  expect(doubtOf(() => accepts(create({})))).toBeUndefined();
  expect(doubtOf(() => accepts(create(ecKey({}))))).toBeUndefined();
  expect(doubtOf(() => accepts(create(rsaKey(ofSize(2048)))))).toBeUndefined();
  expect(doubtOf(() => accepts(create(rsaKey(ofSize(4096)))))).toBeUndefined();
  const { publicKey } = generateKeyPairSync("ed25519");
  const ed25519 = () => coseKey(createPublicKey(publicKey.export({ type: "spki", format: "pem" })), -8);
  expect(doubtOf(() => accepts(create({ publicKey: ed25519 })))).toBeUndefined();
});

test("there are enough hostile registrations", () => {
  expect(Object.keys(hostile).length).toBeGreaterThanOrEqual(80);
});

test.each(Object.entries(hostile))("refuses: %s", (_, [creation, doubt]) => {
  expect(doubtOf(() => accepts(create(creation)))).toBe(doubt);
});
