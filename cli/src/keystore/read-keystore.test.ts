import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { times } from "../../../server/src/testing/full.ts";
import { KeystoreError } from "./keystore-error.ts";
import { type Fingerprints, readKeystore } from "./read-keystore.ts";

// Made by keytool of Java 17 (chain.p12, rc2-128.p12 and unicode-password.p12 by OpenSSL 3); keytool.txt is what `keytool -list -v` said about each.
const folder = join(import.meta.dirname, "../../../server/src/testing/data/keystores");
const password = "keystore pass";

function fixture(name: string): Buffer {
  return readFileSync(join(folder, name));
}

/** The private keys that keytool listed, each with the first certificate of its chain. */
function listedByKeytool(name: string): Fingerprints[] {
  const files = readFileSync(join(folder, "keytool.txt"), "utf8").split(/^(?=\S)/m);
  const listing = files.find((text) => text.startsWith(`${name}\n`)) ?? "";
  const entry = /Alias name: (\S+)\s+Entry type: PrivateKeyEntry\s+SHA1: (\S+)\s+SHA256: (\S+)/g;
  return [...listing.matchAll(entry)].map(([, alias = "", sha1 = "", sha256 = ""]) => ({
    alias,
    sha1,
    sha256,
  }));
}

function problemOf(file: Buffer, typed: string): string {
  try {
    return `read: ${JSON.stringify(readKeystore(file, typed))}`;
  } catch (error) {
    if (!(error instanceof KeystoreError)) throw error;
    return error.message;
  }
}

const byAlias = (a: Fingerprints, b: Fingerprints) => a.alias.localeCompare(b.alias);

describe("a keystore", () => {
  test.each([
    ["modern.p12", 1, "PKCS12 with PBES2 and AES"],
    ["legacy.p12", 1, "PKCS12 with RC2 and triple DES"],
    ["rc2-128.p12", 1, "PKCS12 with RC2 and a key of 128 bits"],
    ["chain.p12", 1, "PKCS12 with the certificate of an authority"],
    ["several.p12", 2, "PKCS12 with two keys and a certificate of others"],
    ["trust-only.p12", 0, "PKCS12 without a key"],
    ["upload.jks", 1, "JKS whose key has another password"],
    ["several.jks", 2, "JKS with two keys and a certificate of others"],
  ])("%s has the fingerprints that keytool printed, %i of them: %s", (name, count) => {
    const listed = listedByKeytool(name);
    expect(listed).toHaveLength(count);
    expect(readKeystore(fixture(name), password).toSorted(byAlias)).toEqual(listed.toSorted(byAlias));
  });

  test("may have a password beyond ASCII, which keytool cannot open", () => {
    // The key and certificate of rc2-128.p12.
    const [listed] = listedByKeytool("rc2-128.p12");
    expect(readKeystore(fixture("unicode-password.p12"), "schlüssel €")).toEqual([listed]);
    expect(problemOf(fixture("unicode-password.p12"), "schlussel €")).toBe("the password is wrong");
  });

  test.each(["modern.p12", "legacy.p12", "chain.p12", "upload.jks"])(
    "%s refuses another password",
    (name) => {
      for (const typed of ["", "keystore", "Keystore pass", "keystore pass "]) {
        expect(problemOf(fixture(name), typed)).toBe("the password is wrong");
      }
    },
  );

  test.each([
    ["cut-short.p12", "it is damaged or cut short"],
    ["cut-short.jks", "it is damaged or cut short"],
    ["upload.jceks", "it is a JCEKS keystore, which svc cannot read"],
    ["keytool.txt", "it is not a PKCS12 or JKS keystore"],
  ])("%s is refused: %s", (name, problem) => {
    expect(problemOf(fixture(name), password)).toBe(problem);
  });

  test("an empty file and a few bytes are refused", () => {
    for (const bytes of ["", "30", "3000", "feedfeed", "308201"]) {
      expect(problemOf(Buffer.from(bytes, "hex"), password)).not.toMatch(/^read/);
    }
  });

  test.each(["modern.p12", "upload.jks", "several.jks"])(
    "%s cut anywhere, or with a byte changed, is never misread",
    (name) => {
      const whole = fixture(name);
      const right = readKeystore(whole, password);
      const step = Math.max(1, Math.floor(whole.length / times(20, whole.length)));
      for (let at = 0; at < whole.length; at += step) {
        expect(problemOf(whole.subarray(0, at), password)).not.toMatch(/^read/);
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] ?? 0) ^ 0x01;
        const said = problemOf(changed, password);
        if (said.startsWith("read")) expect(said).toBe(`read: ${JSON.stringify(right)}`);
      }
    },
  );
});
