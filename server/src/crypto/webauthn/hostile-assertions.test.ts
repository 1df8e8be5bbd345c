import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import type { Request } from "../../testing/authenticator.ts";
import { doubtOfLater, doubtOfSignIn, expected, registered } from "../../testing/passkey-ceremonies.ts";
import { cborMap } from "../../testing/write-cbor.ts";
import { checkAssertion, readAssertion } from "./assertion.ts";

const synced = registered();
const bound = registered({ flags: 0x05 });
const ed = registered({ algorithm: -8 });
const rsa = registered({ algorithm: -257 });
const attacker = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

const append = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0])]);
const cut = (bytes: Buffer) => bytes.subarray(0, -1);
const at = (index: number, byte: number) => (bytes: Buffer) => {
  const changed = Buffer.from(bytes);
  changed[index] = byte;
  return changed;
};
const response = (changes: Record<string, unknown>): Partial<Request> => ({
  credential: (json) => ({ ...json, response: { ...json.response, ...changes } }),
});
/** Changes what was signed, and keeps the signature. */
const afterSigning = (name: string, change: (bytes: Buffer) => Buffer): Partial<Request> => ({
  credential: (json) => {
    const bytes = Buffer.from(String(json.response[name]), "base64url");
    return { ...json, response: { ...json.response, [name]: change(bytes).toString("base64url") } };
  },
});

/** The two numbers of an ES256 signature in DER. */
const numbersOf = (der: Buffer): [Buffer, Buffer] => {
  const length = der[3] ?? 0;
  return [der.subarray(4, 4 + length), der.subarray(6 + length)];
};
const derOf = (r: Buffer, s: Buffer, tag = 0x30) => {
  const body = Buffer.concat([Buffer.from([2, r.length]), r, Buffer.from([2, s.length]), s]);
  return Buffer.concat([Buffer.from([tag, body.length]), body]);
};
const zero = Buffer.alloc(1);
const order = Buffer.from("00ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", "hex");
const wrong = "the signature is wrong";

const signatures: Record<string, (genuine: Buffer) => Buffer> = {
  "no signature": () => Buffer.alloc(0),
  "a byte after it": append,
  "cut short": cut,
  "the last bit changed": (der) => at(der.length - 1, (der.at(-1) ?? 0) ^ 1)(der),
  "as 64 bytes, not DER": (der) =>
    Buffer.concat(numbersOf(der).map((number) => Buffer.concat([Buffer.alloc(32), number]).subarray(-32))),
  "r with a zero too many": (der) => derOf(Buffer.concat([zero, numbersOf(der)[0]]), numbersOf(der)[1]),
  "s with a zero too many": (der) => derOf(numbersOf(der)[0], Buffer.concat([zero, numbersOf(der)[1]])),
  "a length in two bytes": (der) => Buffer.concat([Buffer.from([0x30, 0x81]), der.subarray(1)]),
  "an indefinite length": (der) =>
    Buffer.concat([Buffer.from([0x30, 0x80]), der.subarray(2), Buffer.alloc(2)]),
  "a set for the sequence": (der) => derOf(...numbersOf(der), 0x31),
  "r and s swapped": (der) => derOf(numbersOf(der)[1], numbersOf(der)[0]),
  "r and s zero": () => derOf(zero, zero),
  "r and s one": () => derOf(Buffer.from([1]), Buffer.from([1])),
  "r is zero": (der) => derOf(zero, numbersOf(der)[1]),
  "s is zero": (der) => derOf(numbersOf(der)[0], zero),
  "r and s the order": () => derOf(order, order),
  "r negative": (der) => derOf(Buffer.concat([Buffer.from([0xff]), numbersOf(der)[0]]), numbersOf(der)[1]),
  "8,000 bytes": () => Buffer.alloc(8000, 0x30),
};

const hostile: Record<string, [Partial<Request>, string]> = {
  "user not present": [{ flags: 0x1c }, "the user was not present"],
  "user not verified": [{ flags: 0x19 }, "the user was not verified"],
  "no flags": [{ flags: 0 }, "the user was not present"],
  "backed up without being eligible": [{ flags: 0x15 }, "a backup without being eligible for one"],
  "no longer eligible for a backup": [{ flags: 0x05 }, "eligibility for a backup has changed"],
  "another RP ID": [{ rpId: "evil.example" }, "the RP ID is another"],
  "the parent domain as RP ID": [{ rpId: "example.com" }, "the RP ID is another"],
  "verified only after signing": [{ flags: 0x19, ...afterSigning("authenticatorData", at(32, 0x1d)) }, wrong],
  "counter raised after signing": [afterSigning("authenticatorData", at(36, 9)), wrong],
  "client data changed after signing": [
    afterSigning("clientDataJSON", (bytes) => Buffer.from(bytes.toString().replace("}", " }"))),
    wrong,
  ],
  "challenge changed after signing": [
    afterSigning("clientDataJSON", (bytes) => Buffer.from(bytes.toString().replace("BwcH", "BwcI"))),
    wrong,
  ],
  "signed with another key": [{ signWith: attacker }, wrong],
  "no authenticator data": [
    { authenticatorData: () => Buffer.alloc(0) },
    "the authenticator data is cut short",
  ],
  "36 bytes of authenticator data": [{ authenticatorData: cut }, "the authenticator data is cut short"],
  "a byte after the authenticator data": [
    { authenticatorData: append },
    "bytes after the authenticator data",
  ],
  "extensions announced but absent": [{ authenticatorData: at(32, 0x9d) }, "CBOR is cut short"],
  "extensions not announced": [
    { extensions: cborMap(["a", true]), authenticatorData: at(32, 0x1d) },
    "bytes after the authenticator data",
  ],
  "an attested credential": [
    {
      authenticatorData: (data) =>
        at(
          32,
          0x5d,
        )(Buffer.concat([data, Buffer.alloc(16), Buffer.from([0, 1, 7]), synced.registration.publicKey])),
    },
    "an attested credential in an assertion",
  ],
  "a user handle of 65 bytes": [{ userHandle: Buffer.alloc(65) }, "the user handle is too long"],
  "a user handle that is a number": [response({ userHandle: 7 }), "userHandle is not a text"],
  "a user handle that is not base64url": [response({ userHandle: "ä" }), "userHandle is not base64url"],
  "signature missing": [response({ signature: undefined }), "signature is not a text"],
  "signature as a list of numbers": [response({ signature: [48, 69] }), "signature is not a text"],
  "signature in base64": [response({ signature: "+/+/" }), "signature is not base64url"],
  "authenticator data missing": [
    response({ authenticatorData: undefined }),
    "authenticatorData is not a text",
  ],
  "client data missing": [response({ clientDataJSON: undefined }), "clientDataJSON is not a text"],
  "a registration for an assertion": [
    response({ authenticatorData: undefined, attestationObject: "oA" }),
    "authenticatorData is not a text",
  ],
};
for (const [name, signature] of Object.entries(signatures))
  hostile[`ES256: ${name}`] = [{ signature }, wrong];

test("the same assertions are right when nothing is changed", async () => {
  for (const { registration, signIn } of [synced, ed, rsa]) {
    expect(await doubtOfSignIn(registration, signIn())).toBeUndefined();
  }
  expect(await doubtOfSignIn(bound.registration, bound.signIn({ flags: 0x05 }))).toBeUndefined();
});

test("there are enough hostile assertions", () => {
  expect(Object.keys(hostile).length).toBeGreaterThanOrEqual(40);
});

test.each(Object.entries(hostile))("refuses: %s", async (_, [request, doubt]) => {
  expect(await doubtOfSignIn(synced.registration, synced.signIn(request))).toBe(doubt);
});

test("refuses: suddenly eligible for a backup", async () => {
  const json = bound.signIn({ flags: 0x0d });
  expect(await doubtOfSignIn(bound.registration, json)).toBe("eligibility for a backup has changed");
});

const shapes = { "no signature": () => Buffer.alloc(0), "a byte after it": append, "cut short": cut };
const others = {
  "another first byte": (bytes: Buffer) => at(0, (bytes[0] ?? 0) ^ 1)(bytes),
  zeros: (bytes: Buffer) => Buffer.alloc(bytes.length),
  ...shapes,
};
const cases = Object.entries(others).flatMap(([name, signature]) => [
  { name: `EdDSA: ${name}`, passkey: ed, signature },
  { name: `RS256: ${name}`, passkey: rsa, signature },
]);

test.each(cases)("refuses: $name", async ({ passkey, signature }) => {
  expect(await doubtOfSignIn(passkey.registration, passkey.signIn({ signature }))).toBe(wrong);
});

test("refuses: EdDSA with s beyond the order", async () => {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const signature = (bytes: Buffer) => {
    const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString("hex")}`) + order;
    return Buffer.concat([
      bytes.subarray(0, 32),
      Buffer.from(s.toString(16).padStart(64, "0"), "hex").reverse(),
    ]);
  };
  expect(await doubtOfSignIn(ed.registration, ed.signIn({ signature }))).toBe(wrong);
});

test("refuses: a signature of another passkey", async () => {
  for (const [mine, other] of [
    [synced, bound],
    [ed, synced],
    [rsa, ed],
    [synced, rsa],
  ] as const) {
    const json = other.signIn({ flags: 0x1d });
    expect(await doubtOfSignIn(mine.registration, json)).toBe(wrong);
  }
});

test("refuses: a stored key under another algorithm", async () => {
  const { publicKey } = synced.registration;
  const stored = { ...expected, publicKey, algorithm: -257, backupEligible: true };
  const doubt = await doubtOfLater(() => checkAssertion(readAssertion(synced.signIn()), stored));
  expect(doubt).toBe("the stored algorithm is not the key's");
});
