import { createHmac, timingSafeEqual } from "node:crypto";
import { bodyOf, childrenOf, type Der, derTags, oidOf, readDer } from "@svc/server/credentials";
import { damaged, wrongPassword } from "./keystore-error.ts";
import { decryptWith, iterationsOf, unsupported } from "./pkcs12-cipher.ts";
import { type DigestName, pkcs12Key, purposes } from "./pkcs12-key.ts";
import type { SigningEntry } from "./signing-entry.ts";

const DATA = "1.2.840.113549.1.7.1";
const ENCRYPTED_DATA = "1.2.840.113549.1.7.6";
const KEY_BAGS = ["1.2.840.113549.1.12.10.1.1", "1.2.840.113549.1.12.10.1.2"];
const CERTIFICATE_BAG = "1.2.840.113549.1.12.10.1.3";
const FRIENDLY_NAME = "1.2.840.113549.1.9.20";
const LOCAL_KEY_ID = "1.2.840.113549.1.9.21";

const macDigests: Readonly<Record<string, readonly [name: DigestName, length: number]>> = {
  "1.3.14.3.2.26": ["sha1", 20],
  "2.16.840.1.101.3.4.2.1": ["sha256", 32],
  "2.16.840.1.101.3.4.2.2": ["sha384", 48],
  "2.16.840.1.101.3.4.2.3": ["sha512", 64],
};

type Bag = Readonly<{ oid: string; value: Der | undefined; name: string; keyId: string }>;

/** The certificates of private keys in a PKCS #12 file (RFC 7292). The keys themselves are not decrypted. */
export function readPkcs12(file: Buffer, password: string): SigningEntry[] {
  const [, authSafe, mac] = childrenOf(readDer(file)[0]);
  const [type, content] = childrenOf(authSafe);
  if (oidOf(type) !== DATA) throw unsupported(oidOf(type));
  const safes = bodyOf(childrenOf(content, derTags.context0)[0], derTags.octets);
  if (mac !== undefined) requireMac(mac, password, safes);
  const bags = childrenOf(readDer(safes)[0]).flatMap((safe) => bagsOf(safe, password));
  const certificates = bags.filter(({ oid }) => oid === CERTIFICATE_BAG);
  return bags
    .filter(({ oid }) => KEY_BAGS.includes(oid))
    .flatMap(({ keyId, name }) => {
      const own = certificates.find((bag) => bag.keyId === keyId);
      return own === undefined ? [] : [{ alias: name || own.name, certificate: certificateOf(own) }];
    });
}

function requireMac(macData: Der, password: string, safes: Buffer): void {
  const [info, salt, count] = childrenOf(macData);
  const [algorithm, told] = childrenOf(info);
  const oid = oidOf(childrenOf(algorithm)[0]);
  const [digest, length] = macDigests[oid] ?? [];
  if (digest === undefined || length === undefined) throw unsupported(oid);
  const key = pkcs12Key({
    digest,
    password,
    salt: bodyOf(salt, derTags.octets),
    iterations: count === undefined ? 1 : iterationsOf(count),
    purpose: purposes.mac,
    length,
  });
  const mac = createHmac(digest, key).update(safes).digest();
  const expected = bodyOf(told, derTags.octets);
  if (expected.length !== mac.length || !timingSafeEqual(expected, mac)) throw wrongPassword();
}

function bagsOf(safe: Der, password: string): Bag[] {
  const [type, content] = childrenOf(safe);
  const [held] = childrenOf(content, derTags.context0);
  const oid = oidOf(type);
  if (oid === DATA) return readBags(bodyOf(held, derTags.octets));
  if (oid !== ENCRYPTED_DATA) throw unsupported(oid);
  const [, encryptedContent] = childrenOf(held);
  const [, algorithm, encrypted] = childrenOf(encryptedContent);
  return readBags(decryptWith(algorithm, password, bodyOf(encrypted, derTags.implicit0)));
}

function readBags(safeContents: Buffer): Bag[] {
  return childrenOf(readDer(safeContents)[0]).map((bag) => {
    const [id, explicit, attributes] = childrenOf(bag);
    const values = new Map(
      (attributes === undefined ? [] : childrenOf(attributes, derTags.set)).map((attribute) => {
        const [name, set] = childrenOf(attribute);
        return [oidOf(name), childrenOf(set, derTags.set)[0]?.body] as const;
      }),
    );
    return {
      oid: oidOf(id),
      value: childrenOf(explicit, derTags.context0)[0],
      name: bmpText(values.get(FRIENDLY_NAME)),
      keyId: values.get(LOCAL_KEY_ID)?.toString("hex") ?? "",
    };
  });
}

function bmpText(bytes: Buffer | undefined): string {
  if (bytes === undefined) return "";
  if (bytes.length % 2 === 1) throw damaged();
  return Buffer.from(bytes).swap16().toString("utf16le");
}

function certificateOf({ value }: Bag): Buffer {
  const [, explicit] = childrenOf(value);
  return bodyOf(childrenOf(explicit, derTags.context0)[0], derTags.octets);
}
