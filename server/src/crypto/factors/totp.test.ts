import { randomBytes, randomInt } from "node:crypto";
import { Secret, TOTP, URI } from "otpauth";
import { describe, expect, test } from "vitest";
import { newTotpSecret, stepAt, stepOfCode, toBase32, totpCode, totpUri } from "./totp.ts";

const SECRET = Buffer.from("12345678901234567890");
const NOW = Date.parse("2030-01-01T00:00:10Z");
const STEP_MS = 30_000;

/** Appendix B of RFC 6238, SHA-1. Six digits are the last six of its eight: the same number, modulo a smaller power. */
const RFC_6238 = [
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
] as const;

/** Section 10 of RFC 4648. Authenticator apps take no padding. */
const RFC_4648 = [
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
] as const;

describe("codes of an authenticator app", () => {
  test.each(RFC_6238)("are those of RFC 6238 at %i seconds", (seconds, eight) => {
    expect(totpCode(SECRET, stepAt(seconds * 1000))).toBe(eight.slice(-6));
  });

  test("are those of RFC 4226 for its counters", () => {
    const codes = ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871"];
    expect(codes.map((_, counter) => totpCode(SECRET, counter))).toEqual(codes);
  });

  test("are those of otpauth, for 2,000 secrets and times", () => {
    for (let n = 0; n < 2000; n++) {
      const bytes = randomBytes(n % 2 === 0 ? 20 : randomInt(1, 65));
      const now = randomInt(2 ** 41);
      const secret = new Secret({ buffer: new Uint8Array(bytes).buffer });
      const theirs = new TOTP({ secret, algorithm: "SHA1", digits: 6, period: 30 });
      expect(totpCode(bytes, stepAt(now))).toBe(theirs.generate({ timestamp: now }));
      expect(toBase32(bytes)).toBe(secret.base32);
      const shift = randomInt(-3, 4);
      const typed = theirs.generate({ timestamp: Math.max(0, now + shift * STEP_MS) });
      const delta = theirs.validate({ token: typed, timestamp: now, window: 1 });
      expect(stepOfCode(bytes, typed, now) === undefined).toBe(delta === null);
    }
  });

  test("count one step before and after now, and no further", () => {
    const steps = [-2, -1, 0, 1, 2].map((by) => {
      const code = totpCode(SECRET, stepAt(NOW) + by);
      const step = stepOfCode(SECRET, code, NOW);
      return step === undefined ? undefined : step - stepAt(NOW);
    });
    expect(steps).toEqual([undefined, -1, 0, 1, undefined]);
  });

  test("may be typed with spaces, hyphens and full-width digits", () => {
    const code = totpCode(SECRET, stepAt(NOW));
    const [left, right] = [code.slice(0, 3), code.slice(3)];
    const wide = Array.from(code, (digit) => String.fromCodePoint(0xff10 + Number(digit))).join("");
    for (const typed of [`${left} ${right}`, `${left}-${right}`, `\u200b${code}\u00a0`, wide]) {
      expect(stepOfCode(SECRET, typed, NOW)).toBe(stepAt(NOW));
    }
  });

  test("are nothing else than all six digits", () => {
    const code = totpCode(SECRET, stepAt(NOW));
    const others = ["", code.slice(1), code.slice(0, 5), `${code}0`, `0${code}`, `+${code}`, `${code}.0`];
    for (const typed of [...others, "ⅷ".repeat(6), "😀".repeat(200), "0".repeat(100_000)]) {
      expect(stepOfCode(SECRET, typed, NOW)).toBeUndefined();
    }
  });
});

describe("secrets of an authenticator app", () => {
  test("are 160 random bits", () => {
    const secrets = Array.from({ length: 100 }, newTotpSecret);
    expect(secrets.every((secret) => secret.length === 20)).toBe(true);
    expect(new Set(secrets.map((secret) => secret.toString("hex"))).size).toBe(100);
  });

  test.each(RFC_4648)("are written in the base32 of RFC 4648: %j is %j", (plain, base32) => {
    expect(toBase32(Buffer.from(plain))).toBe(base32);
  });

  test.each([
    ["Fernweh", "ada@example.com"],
    ["Ada's & Bob's maps?", "ada+maps@example.com"],
    ["Zürich 東京", "ä@exämple.com"],
    ["A", "Ada Lovelace"],
  ])("are in a URI that otpauth reads as an app does: %s, %s", (issuer, account) => {
    const uri = totpUri(SECRET, { issuer, account });
    const read = URI.parse(uri);
    if (!(read instanceof TOTP)) throw new Error("not of TOTP");
    expect(read.issuer).toBe(issuer);
    expect(read.label).toBe(account);
    expect(read.secret.base32).toBe(toBase32(SECRET));
    expect([read.algorithm, read.digits, read.period]).toEqual(["SHA1", 6, 30]);
    expect(uri).not.toMatch(/[+\s]/);
  });

  test("are in a URI that keeps its parts apart when a name has a colon, or there is none", () => {
    const colons = URI.parse(totpUri(SECRET, { issuer: "Maps: Europe", account: "Ada: work" }));
    expect([colons.issuer, colons.label]).toEqual(["Maps Europe", "Ada work"]);
    const nameless = URI.parse(totpUri(SECRET, { issuer: "Maps", account: "" }));
    expect([nameless.issuer, nameless.label]).toEqual(["Maps", "Maps"]);
  });
});
