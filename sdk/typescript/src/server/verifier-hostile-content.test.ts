import { createHmac, generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import {
  encode,
  header,
  issuer,
  json,
  newKeyPair,
  now,
  ours,
  payload,
  signedBy,
  withClaims,
  withHeader,
  withRawHeader,
  withRawPayload,
} from "./testing/forge-token.ts";
import { HostileTokens, joseAccepts, ourReason } from "./testing/hostile-tokens.ts";

const { kid } = ours;
const nowSec = now / 1000;
const attacker = newKeyPair();
const pem = ours.publicKey.export({ format: "pem", type: "spki" });
const der = ours.publicKey.export({ format: "der", type: "spki" });
const ecKey = (namedCurve: string) => generateKeyPairSync("ec", { namedCurve }).privateKey;

function hmac(secret: string | Buffer, changes: object = {}): string {
  const input = `${json({ ...header, alg: "HS256", ...changes })}.${json(payload)}`;
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
}

const hostile = new HostileTokens();

// Algorithms.
for (const alg of ["none", "None", "NONE", "", "none "]) {
  const unsigned = `${json({ ...header, alg })}.${json(payload)}.`;
  hostile.add("ALGORITHM_NOT_ALLOWED", `alg ${JSON.stringify(alg)} unsigned`, unsigned);
  hostile.add("ALGORITHM_NOT_ALLOWED", `alg ${JSON.stringify(alg)} signed`, withHeader({ ...header, alg }));
}
for (const alg of [
  "es256",
  "ES256 ",
  "ES256\0",
  "ES256K",
  "ES384",
  "RS256",
  "PS256",
  "EdDSA",
  "HS256",
  "dir",
]) {
  const name = `alg ${JSON.stringify(alg)} over an ES256 signature`;
  hostile.add("ALGORITHM_NOT_ALLOWED", name, withHeader({ ...header, alg }));
}
for (const alg of [["ES256"], { ES256: true }, null, true, 256, undefined]) {
  hostile.add("ALGORITHM_NOT_ALLOWED", `alg ${JSON.stringify(alg)}`, withHeader({ ...header, alg }));
}
hostile.add("ALGORITHM_NOT_ALLOWED", "HS256 with our PEM", hmac(pem));
hostile.add("ALGORITHM_NOT_ALLOWED", "HS256 with our PEM, trimmed", hmac(pem.toString().trim()));
hostile.add("ALGORITHM_NOT_ALLOWED", "HS256 with our DER", hmac(der));
hostile.add("ALGORITHM_NOT_ALLOWED", "HS256 with our JWK", hmac(JSON.stringify(ours.jwk)));
hostile.add("ALGORITHM_NOT_ALLOWED", "HS256 with the kid", hmac(kid));
hostile.add("ALGORITHM_NOT_ALLOWED", "HS256 with no secret", hmac(""));
hostile.add("TOKEN_MALFORMED", "an HMAC that says ES256", hmac(pem, { alg: "ES256" }));
hostile.add("ALGORITHM_NOT_ALLOWED", "ES384", signedBy(ecKey("P-384"), { alg: "ES384" }, "sha384"));
hostile.add("TOKEN_MALFORMED", "P-384 that says ES256", signedBy(ecKey("P-384")));
hostile.add("SIGNATURE_INVALID", "secp256k1 that says ES256", signedBy(ecKey("secp256k1")));
const ed25519 = generateKeyPairSync("ed25519").privateKey;
hostile.add("SIGNATURE_INVALID", "Ed25519 that says ES256, also 64 bytes", signedBy(ed25519, {}, null));

// Keys.
hostile.add("SIGNATURE_INVALID", "another key under our kid", signedBy(attacker.privateKey));
hostile.add(
  "KEY_UNKNOWN",
  "another key under its own kid",
  signedBy(attacker.privateKey, { kid: attacker.kid }),
);
hostile.add("KEY_UNKNOWN", "our key under another kid", withHeader({ ...header, kid: attacker.kid }));
for (const bad of ["constructor", "__proto__", "toString"]) {
  hostile.add("KEY_UNKNOWN", `kid ${bad}`, withHeader({ ...header, kid: bad }));
}
for (const bad of [
  "",
  "../../etc/passwd",
  "/dev/null",
  "https://attacker.example/key",
  "' or 1=1 --",
  `${kid}\n`,
  ` ${kid}`,
  "k".repeat(500),
  1,
  null,
  [kid],
  {},
]) {
  const name = `kid ${JSON.stringify(bad).slice(0, 40)}`;
  hostile.add("TOKEN_MALFORMED", name, withHeader({ ...header, kid: bad }));
}
// jose looks for any key that fits when a token names none.
hostile.add("TOKEN_MALFORMED", "no kid", withHeader({ alg: "ES256", typ: "JWT" }), true);

// Headers that bring a key or change the rules: signed by us, which never happens, and by the attacker.
const extras = {
  jwk: attacker.jwk,
  jku: "https://attacker.example/jwks.json",
  x5u: "https://attacker.example/cert.pem",
  x5c: ["MIIB"],
  zip: "DEF",
  enc: "A256GCM",
};
for (const [name, value] of Object.entries(extras)) {
  hostile.add("TOKEN_MALFORMED", `header ${name}`, withHeader({ ...header, [name]: value }), true);
  const stolen = signedBy(attacker.privateKey, { [name]: value });
  hostile.add("TOKEN_MALFORMED", `header ${name}, signed by the attacker`, stolen);
}
hostile.add("TOKEN_MALFORMED", "crit exp", withHeader({ ...header, crit: ["exp"] }));
hostile.add("TOKEN_MALFORMED", "crit empty", withHeader({ ...header, crit: [] }));
hostile.add("TOKEN_MALFORMED", "crit null", withHeader({ ...header, crit: null }));
hostile.add("TOKEN_MALFORMED", "crit b64", withHeader({ ...header, b64: false, crit: ["b64"] }));
hostile.add("TOKEN_MALFORMED", "b64 without crit", withHeader({ ...header, b64: false }), true);
for (const typ of ["at+jwt", "JWE", "", null, ["JWT"], undefined]) {
  hostile.add("TOKEN_MALFORMED", `typ ${JSON.stringify(typ)}`, withHeader({ ...header, typ }));
}
// Media types know no case, so jose takes them; the server writes one of them only.
for (const typ of ["jwt", "application/jwt"]) {
  hostile.add("TOKEN_MALFORMED", `typ ${typ}`, withHeader({ ...header, typ }), true);
}

// Headers as text. jose reads whatever JSON.parse makes of it.
const rest = `"typ":"JWT","kid":"${kid}"`;
hostile.add(
  "TOKEN_MALFORMED",
  "alg twice, ours last",
  withRawHeader(`{"alg":"none","alg":"ES256",${rest}}`),
  true,
);
hostile.add(
  "ALGORITHM_NOT_ALLOWED",
  "alg only in __proto__",
  withRawHeader(`{"__proto__":{"alg":"ES256"},${rest}}`),
);
hostile.add(
  "TOKEN_MALFORMED",
  "alg twice, ours first",
  withRawHeader(`{"alg":"ES256","alg":"none",${rest}}`),
);
hostile.add("TOKEN_MALFORMED", "kid twice", withRawHeader(`{"alg":"ES256","kid":"x",${rest}}`), true);
hostile.add("TOKEN_MALFORMED", "alg escaped", withRawHeader(`{"alg":"\\u0045S256",${rest}}`), true);
hostile.add("TOKEN_MALFORMED", "header with a space", withRawHeader(`{"alg": "ES256",${rest}}`), true);
hostile.add(
  "TOKEN_MALFORMED",
  "header with a byte order mark",
  withRawHeader(`\ufeff${JSON.stringify(header)}`),
  true,
);
hostile.add("TOKEN_MALFORMED", "header with a comment", withRawHeader(`${JSON.stringify(header)}//`));
hostile.add(
  "TOKEN_MALFORMED",
  "header not UTF-8",
  withRawHeader(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])),
);
for (const text of ["", "null", "[]", '"ES256"', "1", "{", `[${JSON.stringify(header)}]`]) {
  hostile.add(
    "TOKEN_MALFORMED",
    `header ${JSON.stringify(text).slice(0, 12)} as a whole`,
    withRawHeader(text),
  );
}
hostile.add("ALGORITHM_NOT_ALLOWED", "header {}", withRawHeader("{}"));

// Payloads as text.
for (const text of [
  "",
  "not json",
  "null",
  "[]",
  '"u1"',
  "1",
  "true",
  "{",
  '{"sub":"u1"}x',
  "{'sub':'u1'}",
]) {
  hostile.add("TOKEN_MALFORMED", `payload ${JSON.stringify(text)}`, withRawPayload(text));
}
const text = JSON.stringify(payload);
hostile.add("TOKEN_MALFORMED", "sub twice", withRawPayload(text.replace("{", '{"sub":"root",')), true);
hostile.add("TOKEN_MALFORMED", "exp twice", withRawPayload(text.replace("{", '{"exp":9999999999,')), true);
hostile.add(
  "TOKEN_MALFORMED",
  "exp with lost digits",
  withRawPayload(text.replace(/"exp":\d+/, '"exp":9007199254740993')),
  true,
);
hostile.add(
  "TOKEN_MALFORMED",
  "exp infinite",
  withRawPayload(text.replace(/"exp":\d+/, '"exp":1e999')),
  true,
);
hostile.add("TOKEN_MALFORMED", "payload with spaces", withRawPayload(JSON.stringify(payload, null, 1)), true);
hostile.add("TOKEN_MALFORMED", "payload in UTF-16", withRawPayload(Buffer.from(text, "utf16le")));
hostile.add(
  "TOKEN_MALFORMED",
  "payload not UTF-8",
  withRawPayload(Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from(',"a":"\xff"}', "latin1")])),
);
hostile.add("TOKEN_MALFORMED", "payload unclosed", withRawPayload(`{"a":${"[".repeat(5000)}`));

// Claims.
const elsewhere = "https://auth.example.com/p/other";
for (const iss of [
  `${issuer}/`,
  elsewhere,
  "https://auth.example.com",
  issuer.toUpperCase(),
  `${issuer}?`,
  "",
  null,
  undefined,
]) {
  hostile.add("WRONG_ISSUER", `iss ${iss}`, withClaims({ iss }));
}
hostile.add("WRONG_ISSUER", "iss as a list", withClaims({ iss: [issuer] }));
for (const aud of ["other", "Demo", "demo ", "", null, undefined, {}, 1, ["other"], []]) {
  hostile.add("WRONG_AUDIENCE", `aud ${JSON.stringify(aud)}`, withClaims({ aud }));
}
// A list of audiences is good JWT, but the server writes none: another project must not slip in beside ours.
for (const aud of [["demo"], ["demo", "other"], ["other", "demo"]]) {
  hostile.add("WRONG_AUDIENCE", `aud ${JSON.stringify(aud)}`, withClaims({ aud }), true);
}
hostile.add("WRONG_ISSUER", "a whole token of another project", withClaims({ iss: elsewhere, aud: "other" }));
for (const exp of [nowSec - 5, nowSec - 6, nowSec - 86_400, 0, -1]) {
  hostile.add("TOKEN_EXPIRED", `exp ${exp - nowSec} s from now`, withClaims({ exp }));
}
for (const exp of [`${nowSec + 600}`, null, undefined, true, [nowSec + 600]]) {
  hostile.add("TOKEN_MALFORMED", `exp ${JSON.stringify(exp)}`, withClaims({ exp }));
}
hostile.add("TOKEN_MALFORMED", "exp with a fraction", withClaims({ exp: nowSec + 600.5 }), true);
hostile.add("TOKEN_NOT_YET_VALID", "iat in an hour", withClaims({ iat: nowSec + 3600 }), true);
hostile.add("TOKEN_NOT_YET_VALID", "iat in milliseconds", withClaims({ iat: now }), true);
hostile.add("TOKEN_NOT_YET_VALID", "auth_time in milliseconds", withClaims({ auth_time: now }), true);
hostile.add("TOKEN_MALFORMED", "iat missing", withClaims({ iat: undefined }));
hostile.add("TOKEN_MALFORMED", "iat as text", withClaims({ iat: `${nowSec}` }));
hostile.add("TOKEN_NOT_YET_VALID", "nbf in an hour", withClaims({ nbf: nowSec + 3600 }));
hostile.add("TOKEN_MALFORMED", "nbf as text", withClaims({ nbf: "0" }));
hostile.add("TOKEN_MALFORMED", "sub missing", withClaims({ sub: undefined }));
for (const [name, value] of [
  ["sub", ""],
  ["sub", 1],
  ["sub", null],
  ["sid", ["a"]],
  ["email", 1],
  ["email_verified", "false"],
  ["anonymous", "true"],
  ["anonymous", 1],
  ["claims", "admin"],
  ["claims", ["admin"]],
  ["claims", null],
  ["auth_time", "1"],
  ["auth_time", 1.5],
  ["auth_time", null],
  ["amr", "mfa"],
  ["amr", { 0: "mfa" }],
  ["amr", ["pwd", 1]],
  ["amr", null],
] as const) {
  hostile.add("TOKEN_MALFORMED", `${name} ${JSON.stringify(value)}`, withClaims({ [name]: value }), true);
}
for (const name of ["sid", "email_verified", "claims"]) {
  hostile.add("TOKEN_MALFORMED", `${name} missing`, withClaims({ [name]: undefined }));
}

// Other things that look like credentials.
hostile.add("TOKEN_MALFORMED", "a refresh token", encode(Buffer.alloc(32, 7)));
hostile.add("TOKEN_MALFORMED", "a personal access token", `svc_pat_${"A".repeat(49)}`);
hostile.add("TOKEN_MALFORMED", "a secret key", `sk_${"A".repeat(46)}`);
hostile.add("TOKEN_MALFORMED", "a publishable key", `pk_${"A".repeat(46)}`);

test("the table is long", () => {
  expect(hostile.rows.length).toBeGreaterThan(120);
});

test.each(hostile.rows)("refuses: $name", async ({ token, reason, joseAccepts: isTakenByJose }) => {
  expect(await ourReason(token)).toBe(reason);
  expect(await joseAccepts(token)).toBe(isTakenByJose);
});
