import { hash } from "node:crypto";
import { readJks } from "./jks.ts";
import { damaged, KeystoreError } from "./keystore-error.ts";
import { readPkcs12 } from "./pkcs12.ts";
import type { SigningEntry } from "./signing-entry.ts";

/** As keytool and the consoles of Google write them: pairs of capital hexadecimal digits. */
export type Fingerprints = Readonly<{ alias: string; sha1: string; sha256: string }>;

const JKS = 0xfeedfeed;
const JCEKS = 0xcececece;
const DER_SEQUENCE = 0x30;

/** The fingerprints of every key in a keystore that can sign an app. Whatever is wrong is a KeystoreError. */
export function readKeystore(file: Buffer, password: string): Fingerprints[] {
  return entriesOf(file, password).map(({ alias, certificate }) => ({
    alias,
    sha1: fingerprint("sha1", certificate),
    sha256: fingerprint("sha256", certificate),
  }));
}

function entriesOf(file: Buffer, password: string): SigningEntry[] {
  const magic = file.length < 4 ? 0 : file.readUInt32BE();
  if (magic === JKS) return readJks(file, password);
  if (magic === JCEKS) throw new KeystoreError("it is a JCEKS keystore, which svc cannot read");
  if (file[0] !== DER_SEQUENCE) throw new KeystoreError("it is not a PKCS12 or JKS keystore");
  try {
    return readPkcs12(file, password);
  } catch (error) {
    throw error instanceof KeystoreError ? error : damaged();
  }
}

function fingerprint(algorithm: "sha1" | "sha256", certificate: Buffer): string {
  return (hash(algorithm, certificate, "hex").toUpperCase().match(/../g) ?? []).join(":");
}
