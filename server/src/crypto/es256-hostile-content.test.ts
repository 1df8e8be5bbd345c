import { createHmac, generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { loadPrivateKey, newSigningKeyPair } from "./es256.ts";
import {
  goodHeader,
  goodPayload,
  isAccepted,
  json,
  publicJwk,
  publicKey,
  signedBy,
  withHeader,
  withRawHeader,
  withRawPayload,
} from "./forge-jwt.ts";

const { kid } = publicJwk;
const pem = publicKey.export({ format: "pem", type: "spki" });
const der = publicKey.export({ format: "der", type: "spki" });

const attacker = newSigningKeyPair();
const attackerKey = loadPrivateKey(attacker.privateKeyPem);
const ecKey = (namedCurve: string) => generateKeyPairSync("ec", { namedCurve }).privateKey;
const rsaKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const ed25519Key = generateKeyPairSync("ed25519").privateKey;

function hmac(alg: "HS256" | "HS384" | "HS512", secret: string | Buffer, header: object = {}): string {
  const input = `${json({ ...goodHeader, ...header, alg })}.${json(goodPayload)}`;
  return `${input}.${createHmac(`sha${alg.slice(2)}`, secret)
    .update(input)
    .digest("base64url")}`;
}

const hostile = new Map<string, string>();
function add(name: string, token: string): void {
  if (hostile.has(name)) throw new Error(`two hostile tokens are named ${name}`);
  hostile.set(name, token);
}

// Algorithms.
for (const alg of ["none", "None", "NONE", "nOnE", "", " ", "none ", "\u0000"]) {
  add(`alg ${JSON.stringify(alg)} unsigned`, `${json({ ...goodHeader, alg })}.${json(goodPayload)}.`);
  add(`alg ${JSON.stringify(alg)} signed`, withHeader({ ...goodHeader, alg }));
}
for (const alg of [
  "es256",
  "ES256 ",
  " ES256",
  "ES256\n",
  "ES256\0",
  "ES256K",
  "ES384",
  "ES512",
  "RS256",
  "PS256",
  "EdDSA",
]) {
  add(`alg ${JSON.stringify(alg)} over an ES256 signature`, withHeader({ ...goodHeader, alg }));
}
for (const alg of [["ES256"], [], { ES256: true }, null, true, 256, undefined]) {
  add(`alg ${JSON.stringify(alg)}`, withHeader({ ...goodHeader, alg }));
}
add("HS256 with our PEM", hmac("HS256", pem));
add("HS256 with our PEM without its last newline", hmac("HS256", pem.toString().trim()));
add("HS256 with our PEM after a newline", hmac("HS256", `\n${pem}`));
add("HS256 with our DER", hmac("HS256", der));
add("HS256 with our JWK", hmac("HS256", JSON.stringify(publicJwk)));
add("HS256 with our coordinates", hmac("HS256", Buffer.from(publicJwk.x + publicJwk.y, "base64url")));
add("HS256 with the kid", hmac("HS256", publicJwk.kid));
add("HS256 with no secret", hmac("HS256", ""));
add("HS256 with no secret and an unknown kid", hmac("HS256", "", { kid: "unknown" }));
add("HS384 with our PEM", hmac("HS384", pem));
add("HS512 with our PEM", hmac("HS512", pem));
add("ES384 signed", signedBy(ecKey("P-384"), { alg: "ES384" }, "sha384"));
add("ES256 signed with P-384", signedBy(ecKey("P-384"), { alg: "ES256" }, "sha256"));
add("ES256K signed", signedBy(ecKey("secp256k1"), { alg: "ES256K" }, "sha256"));
add("ES256 signed with secp256k1", signedBy(ecKey("secp256k1"), { alg: "ES256" }, "sha256"));
add("RS256 signed", signedBy(rsaKey, { alg: "RS256" }));
add("ES256 signed with Ed25519, also 64 bytes", signedBy(ed25519Key, {}, null));

// Headers that bring their own key or change the rules, each also with a genuine signature.
for (const [name, value] of Object.entries({
  jwk: attacker.publicJwk,
  jku: "https://attacker.example/jwks.json",
  x5u: "https://attacker.example/cert.pem",
  x5c: ["MIIB"],
  x5t: "AAAA",
  crit: ["exp"],
  b64: false,
  zip: "DEF",
  cty: "JWT",
  enc: "A256GCM",
  nonce: "1",
  __proto: {},
})) {
  add(`header ${name}`, withHeader({ ...goodHeader, [name]: value }));
  add(`header ${name}, signed by the attacker`, signedBy(attackerKey, { [name]: value }));
}
add("header crit b64", withHeader({ ...goodHeader, b64: true, crit: ["b64"] }));
add("header crit empty", withHeader({ ...goodHeader, crit: [] }));
add("header __proto__", withRawHeader(`{"alg":"ES256","typ":"JWT","kid":"${kid}","__proto__":{"crit":[]}}`));
add(
  "header alg only in __proto__",
  withRawHeader(`{"__proto__":{"alg":"ES256"},"typ":"JWT","kid":"${kid}"}`),
);
add("header without kid", withHeader({ alg: "ES256", typ: "JWT" }));
add("header without typ", withHeader({ alg: "ES256", kid }));
for (const typ of ["jwt", "at+jwt", "", null, ["JWT"]])
  add(`typ ${JSON.stringify(typ)}`, withHeader({ ...goodHeader, typ }));
for (const bad of [
  "",
  "../../etc/passwd",
  "' or 1=1 --",
  "__proto__",
  "k".repeat(5000),
  `${kid}\n`,
  1,
  null,
  [kid],
  {},
]) {
  add(`kid ${JSON.stringify(bad).slice(0, 40)}`, withHeader({ ...goodHeader, kid: bad }));
}
add("duplicate alg, ours last", withRawHeader(`{"alg":"none","alg":"ES256","typ":"JWT","kid":"${kid}"}`));
add("duplicate alg, ours first", withRawHeader(`{"alg":"ES256","alg":"none","typ":"JWT","kid":"${kid}"}`));
add("duplicate alg, both ours", withRawHeader(`{"alg":"ES256","alg":"ES256","typ":"JWT","kid":"${kid}"}`));
add(
  "duplicate alg, one escaped",
  withRawHeader(`{"\\u0061lg":"none","alg":"ES256","typ":"JWT","kid":"${kid}"}`),
);
add("duplicate kid", withRawHeader(`{"alg":"ES256","typ":"JWT","kid":"other","kid":"${kid}"}`));
add("escaped alg value", withRawHeader(`{"alg":"\\u0045S256","typ":"JWT","kid":"${kid}"}`));
add("spaces in the header", withRawHeader(`{ "alg":"ES256","typ":"JWT","kid":"${kid}"}`));
add("byte order mark in the header", withRawHeader(`\ufeff${JSON.stringify(goodHeader)}`));
add("header with a comment", withRawHeader(`${JSON.stringify(goodHeader)}//`));
add(
  "header not UTF-8",
  withRawHeader(Buffer.concat([Buffer.from(JSON.stringify(goodHeader)), Buffer.from([0xff])])),
);
for (const text of ["", "null", "[]", '"ES256"', "1", "{}", "{", `[${JSON.stringify(goodHeader)}]`]) {
  add(`header ${JSON.stringify(text).slice(0, 12)} as a whole`, withRawHeader(text));
}

// Payloads.
for (const text of [
  "",
  "not json",
  "null",
  "[]",
  '[{"sub":"u1"}]',
  '"u1"',
  "1",
  "true",
  "{",
  '{"sub":"u1"}x',
  "{'sub':'u1'}",
]) {
  add(`payload ${JSON.stringify(text)}`, withRawPayload(text));
}
add("duplicate claim", withRawPayload('{"sub":"u2","sub":"u1"}'));
add("number beyond double", withRawPayload('{"sub":"u1","exp":1e999}'));
add("number that loses digits", withRawPayload('{"sub":"u1","exp":9007199254740993}'));
add("payload not UTF-8", withRawPayload(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])));
add("payload in UTF-16", withRawPayload(Buffer.from('{"sub":"u1"}', "utf16le")));
add("payload huge", withRawPayload(JSON.stringify({ filler: "x".repeat(1_000_000) })));
add("payload nested unclosed", withRawPayload(`{"a":${"[".repeat(5000)}`));

test("the forge makes good tokens when nothing is wrong", () => {
  const same = [
    withHeader(goodHeader),
    withRawHeader(JSON.stringify(goodHeader)),
    withRawPayload('{"sub":"u1"}'),
  ];
  for (const token of same) expect(isAccepted(token)).toBe(true);
});

test("there are enough hostile tokens", () => {
  expect(hostile.size).toBeGreaterThan(110);
});

test.each([...hostile])("refuses: %s", (_, token) => {
  expect(isAccepted(token)).toBe(false);
});

test("nesting as deep as a token has room for does not throw", () => {
  const token = withRawPayload(`{"a":${"[".repeat(2800)}${"]".repeat(2800)}}`);
  expect(() => isAccepted(token)).not.toThrow();
});
