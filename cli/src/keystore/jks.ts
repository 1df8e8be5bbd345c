import { createHash, timingSafeEqual } from "node:crypto";
import { damaged, wrongPassword } from "./keystore-error.ts";
import type { SigningEntry } from "./signing-entry.ts";

const DIGEST_LENGTH = 20;
const PRIVATE_KEY = 1;
const TRUSTED_CERTIFICATE = 2;

/** The certificates of private keys in Java's old format, whose certificates are not encrypted. */
export function readJks(file: Buffer, password: string): SigningEntry[] {
  if (file.length < 12 + DIGEST_LENGTH) throw damaged();
  const data = file.subarray(0, -DIGEST_LENGTH);
  // The file is read first: a file cut short has a wrong digest too, and the password is not to blame.
  const entries = readEntries(data);
  if (!timingSafeEqual(digestOf(data, password), file.subarray(-DIGEST_LENGTH))) throw wrongPassword();
  return entries;
}

/** The digest that only who knows the password can make. The words are part of the format. */
function digestOf(data: Buffer, password: string): Buffer {
  const bigEndian = Buffer.from(password, "utf16le").swap16();
  return createHash("sha1").update(bigEndian).update("Mighty Aphrodite").update(data).digest();
}

function readEntries(data: Buffer): SigningEntry[] {
  const reader = readerOf(data);
  reader.number(); // the magic number that brought us here
  const version = reader.number();
  const count = reader.number();
  if (version !== 1 && version !== 2) throw damaged();
  const entries: SigningEntry[] = [];
  for (let i = 0; i < count; i += 1) {
    const kind = reader.number();
    const alias = reader.text();
    reader.take(8); // when it was made
    if (kind !== PRIVATE_KEY && kind !== TRUSTED_CERTIFICATE) throw damaged();
    if (kind === PRIVATE_KEY) reader.take(reader.number());
    const chain = kind === PRIVATE_KEY ? reader.number() : 1;
    const certificates: Buffer[] = [];
    for (let link = 0; link < chain; link += 1) {
      if (version === 2) reader.text(); // the type, X.509
      certificates.push(reader.take(reader.number()));
    }
    const [certificate] = certificates;
    if (kind === PRIVATE_KEY && certificate !== undefined) entries.push({ alias, certificate });
  }
  if (!reader.isAtEnd()) throw damaged();
  return entries;
}

function readerOf(data: Buffer) {
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > data.length) throw damaged();
    at += length;
    return data.subarray(at - length, at);
  };
  return {
    take,
    number: () => take(4).readUInt32BE(),
    text: () => take(take(2).readUInt16BE()).toString("utf8"),
    isAtEnd: () => at === data.length,
  };
}
