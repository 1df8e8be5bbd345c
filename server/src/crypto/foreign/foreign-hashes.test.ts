import { hash } from "@node-rs/bcrypt";
import { describe, expect, test } from "vitest";
import vectors from "../../testing/data/foreign-hashes.json" with { type: "json" };
import { encodeFirebaseHash } from "./firebase-scrypt.ts";
import { algorithmOf, dummyLike, problemOfForeignHash, verifyForeignHash } from "./foreign-hashes.ts";

const { firebase } = vectors;
const firebaseHash = encodeFirebaseHash(firebase.hash, firebase.salt, firebase);
const cases = [
  ...vectors.hashes.map(({ madeBy, algorithm, hash }) => ({
    madeBy,
    algorithm,
    hash,
    password: vectors.password,
  })),
  { madeBy: "firebase", algorithm: "firebase-scrypt", hash: firebaseHash, password: firebase.password },
];

describe.each(cases)("a $algorithm hash made by $madeBy ($hash)", ({ algorithm, hash, password }) => {
  test("is accepted at import and verifies the right password only", async () => {
    expect(problemOfForeignHash(algorithm, hash)).toBeUndefined();
    expect(await verifyForeignHash(hash, password)).toBe(true);
    expect(await verifyForeignHash(hash, `${password}x`)).toBe(false);
    expect(await verifyForeignHash(hash, "")).toBe(false);
  });

  test("is malformed when cut short", async () => {
    const half = hash.slice(0, hash.length >> 1);
    expect(problemOfForeignHash(algorithm, half)).toMatch(/^password_hash /);
    expect(await verifyForeignHash(half, password)).toBe(false);
  });

  test("keeps its family in an export", () => {
    const family = hash.startsWith("$argon2id$") ? "argon2id" : algorithm;
    expect(algorithmOf(hash)).toBe(family);
  });
});

describe.each(cases)(
  "the dummy of a $algorithm hash made by $madeBy ($hash)",
  ({ algorithm, hash, password }) => {
    const dummy = dummyLike(hash);

    test("can be verified like it, and no password matches", async () => {
      expect(problemOfForeignHash(algorithm, dummy)).toBeUndefined();
      expect(await verifyForeignHash(dummy, password)).toBe(false);
    });

    test("is its own dummy and has nothing of salt, digest or key", () => {
      expect(dummyLike(dummy)).toBe(dummy);
      const secrets = hash.split(/[$,=]/).filter((part) => part.length > 13);
      for (const secret of secrets) expect(dummy).not.toContain(secret);
    });
  },
);

const [salt, digest] = ["AAAAAAAAAAAAAAAAAAAAAA", "A".repeat(43)];
test.each([
  ["$2a$10$GhvMmNVjRW29ulnudl.LbuAnUtN/LRfe1JsBm1Xu6LE3059z5Tr8m", `$2b$10$${".".repeat(53)}`],
  ["$2y$12$GhvMmNVjRW29ulnudl.LbuAnUtN/LRfe1JsBm1Xu6LE3059z5Tr8m", `$2b$12$${".".repeat(53)}`],
  [
    "$argon2i$v=16$p=2,m=8192,t=3$c29tZXNhbHQxMjM$d2hhdGV2ZXJkaWdlc3Q",
    `$argon2i$v=16$m=8192,t=3,p=2$${salt}$${digest}`,
  ],
  ["$scrypt$ln=15,r=8,p=2$c29tZXNhbHQ$d2hhdGV2ZXJkaWdlc3Q", `$scrypt$ln=15,r=8,p=2$${salt}$${digest}`],
  ["pbkdf2_sha256$260000$salt$d2hhdGV2ZXJkaWdlc3Q=", `$pbkdf2-sha256$260000$${salt}$${digest}`],
  // Two blocks of SHA-1 cost twice as much as one.
  [`$pbkdf2$1000$c2FsdA$${"B".repeat(32)}`, `$pbkdf2-sha1$1000$${salt}$${"A".repeat(54)}`],
  [`$pbkdf2$1000$c2FsdA$${"B".repeat(172)}`, `$pbkdf2-sha1$1000$${salt}$${"A".repeat(172)}`],
  ["not a hash", ""],
  ["$2b$15$GhvMmNVjRW29ulnudl.LbuAnUtN/LRfe1JsBm1Xu6LE3059z5Tr8m", ""],
])("%s costs as much as %s", (hash, dummy) => {
  expect(dummyLike(hash)).toBe(dummy);
});

test("stray bits behind salt and digest of bcrypt make no difference", async () => {
  const whole = await hash("password", 4);
  expect(await verifyForeignHash(whole, "password")).toBe(true);
  const alphabet = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const next = (letter = "") => alphabet[alphabet.indexOf(letter) + 1];
  const stray = `${whole.slice(0, 28)}${next(whole[28])}${whole.slice(29, 59)}${next(whole[59])}`;
  expect(stray).not.toBe(whole);
  expect(await verifyForeignHash(stray, "password")).toBe(true);
  expect(await verifyForeignHash(stray, "passwore")).toBe(false);
});

test("a hash that its library refuses takes as long as a wrong password", async () => {
  // The salt is not base64: its last letter has stray bits.
  const refused = `$argon2i$v=19$m=65536,t=3,p=1$c29tZXNhbHQxMjN$${"A".repeat(43)}`;
  const before = performance.now();
  expect(await verifyForeignHash(refused, "password")).toBe(false);
  expect(performance.now() - before).toBeGreaterThan(20); // refused at once, it would be less than one
});

test("argon2 parameters may stand in any order", async () => {
  const hash = vectors.hashes.find(({ hash }) => hash.startsWith("$argon2i$"))?.hash ?? "";
  const reordered = hash.replace("m=8192,t=2,p=2", "m=8192,p=2,t=2");
  expect(problemOfForeignHash("argon2", reordered)).toBeUndefined();
  expect(await verifyForeignHash(reordered, vectors.password)).toBe(true);
});

const bcryptBody = ".".repeat(53);
test.each([
  ["argon2", "$argon2id$v=19$m=4194304,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA"],
  ["argon2", "$argon2id$v=19$m=19456,t=1000000,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA"],
  ["argon2", "$argon2id$v=19$m=19456,t=2,p=255$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA"],
  ["argon2", "$argon2id$v=19$m=19456,m=1,p=2$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA"],
  ["bcrypt", `$2b$31$${bcryptBody}`],
  ["bcrypt", `$2b$15$${bcryptBody}`],
  ["bcrypt", `$2b$03$${bcryptBody}`],
  ["bcrypt", `$2x$10$${bcryptBody}`],
  ["scrypt", "$scrypt$ln=30,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA"],
  ["scrypt", "$scrypt$ln=14,r=9,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA"],
  ["scrypt", "$scrypt$ln=14,r=8,p=5$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA"],
  ["pbkdf2", "$pbkdf2-sha256$99999999$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA"],
  ["pbkdf2", "$pbkdf2-sha256$999$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA"],
  ["pbkdf2", "$pbkdf2-md5$29000$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA"],
  ["firebase-scrypt", firebaseHash.replace("n=14", "n=15")],
  ["firebase-scrypt", firebaseHash.replace("r=8", "r=9")],
  ["md5", "5f4dcc3b5aa765d61d8327deb882cf99"],
  ["__proto__", "x"],
  ["bcrypt", ""],
])("%s: %s is refused at import and never verified", async (algorithm, hash) => {
  expect(problemOfForeignHash(algorithm, hash)).toEqual(expect.any(String));
  expect(await verifyForeignHash(hash, "password")).toBe(false);
});
