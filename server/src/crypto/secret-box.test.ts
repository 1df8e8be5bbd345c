import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "../testing/any-text.ts";
import { createSecretBox, SealError } from "./secret-box.ts";

const masterKey = randomBytes(32);
const box = createSecretBox(masterKey);
const place = { table: "signing_keys", column: "private_key", project: "p1", row: "r1" };
const secret = "top-secret-canary";

/** Refusals whose stack was looked at: those with the same message differ in lines of the source only. */
const seen = new Set<string>();

/** The reason of the refusal; undefined when there was none. */
function refusalOf(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    if (!seen.has(error.message)) expect(`${error.message}\n${error.stack}`).not.toContain(secret);
    seen.add(error.message);
    return error.reason;
  }
}

test("opens what it sealed: any text, any bytes, any place", () => {
  const part = anyText().filter((text) => !text.includes("|"));
  const places = fc.record({ table: part, column: part, project: part, row: part });
  fc.assert(
    fc.property(anyText(), places, (text, place) => {
      expect(box.open(box.seal(text, place), place)).toBe(text);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), places, (bytes, place) => {
      expect(Buffer.from(box.openBytes(box.seal(bytes, place), place)).equals(bytes)).toBe(true);
    }),
  );
});

test("a sealed value has the documented format and shows nothing", () => {
  const sealed = box.seal(secret, place);
  expect(sealed).toMatch(/^v1\.[A-Za-z0-9_-]{8}\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]+$/);
  expect(sealed.split(".")[1]).toBe(box.keyId);
  expect(Buffer.from(sealed.split(".")[3] ?? "", "base64url").length).toBe(secret.length + 16);
  expect(sealed).not.toContain(Buffer.from(secret).toString("base64url").slice(0, 8));
});

test("a value sealed by another implementation of the format opens", () => {
  // Made with Python's hmac and cryptography packages. If this fails, existing databases no longer open.
  const zeroBox = createSecretBox(new Uint8Array(32));
  expect(zeroBox.keyId).toBe("0oXvFZlU");
  const sealed = "v1.0oXvFZlU.AAAAAAAAAAAAAAAA.Np-NO6s5CynCWgttLgK50K27bVJdIImzzUXwmUZ78AA5";
  expect(zeroBox.open(sealed, place)).toBe(secret);
});

test("the same secret never seals to the same text", () => {
  const sealed = Array.from({ length: 2000 }, () => box.seal(secret, place));
  expect(new Set(sealed.map((text) => text.split(".")[2])).size).toBe(2000);
  expect(new Set(sealed.map((text) => text.split(".")[3])).size).toBe(2000);
});

test("a change of any one character is refused", () => {
  const sealed = box.seal(secret, place);
  const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n";
  const changes = ["A", "=", ".", "\n", ".AAAA"].map((suffix) => sealed + suffix);
  for (let at = 0; at < sealed.length; at++) {
    for (const character of characters) {
      changes.push(sealed.slice(0, at) + character + sealed.slice(at + 1));
      changes.push(sealed.slice(0, at) + character + sealed.slice(at));
    }
    changes.push(sealed.slice(0, at));
  }
  const others = changes.filter((changed) => changed !== sealed);
  expect(others.length).toBeGreaterThan(2 * sealed.length * (characters.length - 1));
  expect(others.filter((changed) => refusalOf(() => box.open(changed, place)) === undefined)).toEqual([]);
});

test("a flip of any one bit of nonce, ciphertext or tag is refused as damage", () => {
  const [version, keyId, ...segments] = box.seal(secret, place).split(".");
  for (const [index, segment] of segments.entries()) {
    const bytes = Buffer.from(segment, "base64url");
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const sealed = [version, keyId, ...segments.with(index, flipped.toString("base64url"))].join(".");
      expect(refusalOf(() => box.open(sealed, place))).toBe("damaged");
    }
  }
});

test.each([
  { table: "other" },
  { column: "other" },
  { project: "p2" },
  { row: "r2" },
  { project: "" },
  { table: "signing_keysp", column: "rivate_key" },
])("a value moved to another place does not open: %j", (other) => {
  const sealed = box.seal(secret, place);
  expect(refusalOf(() => box.open(sealed, { ...place, ...other }))).toBe("damaged");
});

test("a place whose parts could run together is refused", () => {
  for (const name of ["table", "column", "project", "row"] as const) {
    expect(refusalOf(() => box.seal(secret, { ...place, [name]: "a|b" }))).toBe("invalid-place");
  }
  expect(refusalOf(() => box.open(box.seal(secret, place), { ...place, row: "a|b" }))).toBe("invalid-place");
});

describe("master keys", () => {
  test("have an id of their own, always the same", () => {
    expect(createSecretBox(masterKey).keyId).toBe(box.keyId);
    expect(createSecretBox(randomBytes(32)).keyId).not.toBe(box.keyId);
  });

  test("open only their own values, also under a forged id", () => {
    const other = createSecretBox(randomBytes(32));
    const sealed = box.seal(secret, place);
    expect(refusalOf(() => other.open(sealed, place))).toBe("wrong-key");
    expect(refusalOf(() => other.open(sealed.replace(box.keyId, other.keyId), place))).toBe("damaged");
    expect(createSecretBox(masterKey).open(sealed, place)).toBe(secret);
  });

  test("are copied, so the caller may wipe his", () => {
    const bytes = randomBytes(32);
    const kept = createSecretBox(bytes);
    const sealed = kept.seal(secret, place);
    bytes.fill(0);
    expect(kept.open(sealed, { ...place })).toBe(secret);
    expect(kept.open(kept.seal(secret, { ...place, project: "new" }), { ...place, project: "new" })).toBe(
      secret,
    );
  });

  test("must be 32 bytes long", () => {
    for (const length of [0, 16, 31, 33, 64]) {
      expect(refusalOf(() => createSecretBox(new Uint8Array(length)))).toBe("invalid-master-key");
    }
  });
});

test("works for more projects than it caches keys for", () => {
  const sealed = Array.from({ length: 3000 }, (_, i) => box.seal(secret, { ...place, project: `p${i}` }));
  for (const [i, text] of sealed.entries())
    expect(box.open(text, { ...place, project: `p${i}` })).toBe(secret);
});

test("text keeps its byte order mark", () => {
  expect(box.open(box.seal("\ufefftext", place), place)).toBe("\ufefftext");
});

test("a nonce or tag of another length is refused", () => {
  const [version, keyId, nonce = "", body = ""] = box.seal(secret, place).split(".");
  for (const other of ["", "AAAA", nonce.slice(4), `${nonce}AAAA`]) {
    expect(refusalOf(() => box.open([version, keyId, other, body].join("."), place))).toBe("malformed");
  }
  for (const other of ["", "AAAA", "A".repeat(20)]) {
    expect(refusalOf(() => box.open([version, keyId, nonce, other].join("."), place))).toBe("malformed");
  }
});

test("bytes that are not text are refused as text, not garbled", () => {
  const sealed = box.seal(new Uint8Array([0xff, 0xfe]), place);
  expect(refusalOf(() => box.open(sealed, place))).toBe("not-text");
  expect([...box.openBytes(sealed, place)]).toEqual([0xff, 0xfe]);
});

test("other text is never opened", () => {
  fc.assert(fc.property(fc.string(), (text) => refusalOf(() => box.open(text, place)) === "malformed"));
});
