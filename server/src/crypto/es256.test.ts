import fc from "fast-check";
import { calculateJwkThumbprint, importJWK, importPKCS8, jwtVerify, SignJWT } from "jose";
import { expect, test } from "vitest";
import { anyText } from "../testing/any-text.ts";
import {
  decodeJwt,
  loadPrivateKey,
  loadPublicKey,
  maxJwtLength,
  newSigningKeyPair,
  signEs256,
  verifyEs256,
} from "./es256.ts";

const pair = newSigningKeyPair();
const privateKey = loadPrivateKey(pair.privateKeyPem);
const publicKey = loadPublicKey(pair.publicJwk);

function payloadOf(token: string): unknown {
  const decoded = decodeJwt(token);
  return decoded && verifyEs256(publicKey, decoded) ? decoded.payload : undefined;
}

test("a key pair is P-256, named by its thumbprint", async () => {
  expect(pair.kid).toBe(await calculateJwkThumbprint(pair.publicJwk));
  expect(pair.publicJwk).toEqual({
    kty: "EC",
    crv: "P-256",
    x: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    y: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    kid: pair.kid,
    alg: "ES256",
    use: "sig",
  });
  expect(pair.privateKeyPem).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
  expect(newSigningKeyPair().kid).not.toBe(pair.kid);
});

test("coordinates keep their leading zeros", () => {
  // One key in 128 has such a coordinate.
  for (let i = 0; i < 1000; i++) {
    const { publicJwk } = newSigningKeyPair();
    expect([publicJwk.x.length, publicJwk.y.length]).toEqual([43, 43]);
  }
});

test("the header says ES256, JWT and the key, and nothing else", () => {
  const decoded = decodeJwt(signEs256(privateKey, pair.kid, { sub: "u1" }));
  expect(decoded?.header).toEqual({ alg: "ES256", typ: "JWT", kid: pair.kid });
  expect(decoded?.payload).toEqual({ sub: "u1" });
  expect(decoded?.signature).toHaveLength(64);
});

test("any JSON object comes back as it was signed, unless U+0000 is in it", () => {
  const hasNul = (value: unknown): boolean =>
    typeof value === "string"
      ? value.includes("\0")
      : typeof value === "object" && value !== null && Object.entries(value).flat().some(hasNul);
  fc.assert(
    fc.property(fc.dictionary(anyText(), fc.jsonValue()), (claims) => {
      const payload = JSON.parse(JSON.stringify(claims));
      const token = signEs256(privateKey, pair.kid, payload);
      expect(hasNul(payload) ? decodeJwt(token) : payloadOf(token)).toEqual(
        hasNul(payload) ? undefined : payload,
      );
    }),
  );
});

test("jose accepts what we sign", async () => {
  const josePublicKey = await importJWK(pair.publicJwk, "ES256");
  for (let i = 0; i < 100; i++) {
    const token = signEs256(privateKey, pair.kid, { sub: `ü${i}`, aud: "p1", exp: 4_000_000_000 });
    const { payload, protectedHeader } = await jwtVerify(token, josePublicKey, { algorithms: ["ES256"] });
    expect(payload).toEqual({ sub: `ü${i}`, aud: "p1", exp: 4_000_000_000 });
    expect(protectedHeader).toEqual({ alg: "ES256", typ: "JWT", kid: pair.kid });
  }
});

test("we accept what jose signs", async () => {
  const josePrivateKey = await importPKCS8(pair.privateKeyPem, "ES256");
  for (let i = 0; i < 100; i++) {
    const token = await new SignJWT({ sub: `ü${i}` })
      .setProtectedHeader({ kid: pair.kid, alg: "ES256", typ: "JWT" })
      .setExpirationTime(4_000_000_000)
      .sign(josePrivateKey);
    expect(payloadOf(token)).toEqual({ sub: `ü${i}`, exp: 4_000_000_000 });
  }
});

test("another key's signature is refused", () => {
  const other = newSigningKeyPair();
  const token = signEs256(loadPrivateKey(other.privateKeyPem), pair.kid, { sub: "u1" });
  expect(payloadOf(token)).toBeUndefined();
});

test("a change of any one character is refused", () => {
  const token = signEs256(privateKey, pair.kid, { sub: "u1" });
  for (let at = 0; at < token.length; at++) {
    for (const character of [
      "",
      ".",
      "=",
      " ",
      "\n",
      "A",
      "B",
      "Q",
      "g",
      "w",
      "_",
      "-",
      "+",
      "/",
      "é",
      "\0",
    ]) {
      const changed = token.slice(0, at) + character + token.slice(at + 1);
      if (changed !== token) expect(payloadOf(changed)).toBeUndefined();
    }
  }
});

test("every spelling of the same signature but one is refused", () => {
  const token = signEs256(privateKey, pair.kid, { sub: "u1" });
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const accepted = [...alphabet].filter((last) => payloadOf(token.slice(0, -1) + last) !== undefined);
  expect(accepted).toEqual([token.at(-1)]);
});

test("a token may have 8 KiB and not a character more", () => {
  const withLength = (length: number) => {
    for (let filler = length; filler > 0; filler--) {
      const token = signEs256(privateKey, pair.kid, { filler: "x".repeat(Math.floor((filler * 3) / 4)) });
      if (token.length <= length) return token;
    }
    throw new Error("unreachable");
  };
  expect(payloadOf(withLength(maxJwtLength))).toBeDefined();
  const long = signEs256(privateKey, pair.kid, { filler: "x".repeat(maxJwtLength) });
  expect(payloadOf(long)).toBeUndefined();
});

test("no text makes decoding throw", () => {
  const part = fc.oneof(
    fc.base64String(),
    fc.string(),
    fc.json().map((text) => Buffer.from(text).toString("base64url")),
  );
  fc.assert(fc.property(anyText(), (text) => payloadOf(text) === undefined));
  fc.assert(
    fc.property(fc.array(part), (parts) => payloadOf(parts.join(".")) === undefined),
    { numRuns: 1000 },
  );
});
