import { hash } from "node:crypto";

export type DigestName = "sha1" | "sha256" | "sha384" | "sha512";

/** What a derived key is for, appendix B.3 of RFC 7292. */
export const purposes = { encryption: 1, iv: 2, mac: 3 } as const;

type Derivation = Readonly<{
  digest: DigestName;
  password: string;
  salt: Buffer;
  iterations: number;
  purpose: (typeof purposes)[keyof typeof purposes];
  length: number;
}>;

/** Bytes from a password as PKCS #12 makes them, appendix B.2 of RFC 7292. */
export function pkcs12Key({ digest, password, salt, iterations, purpose, length }: Derivation): Buffer {
  const blockSize = digest === "sha1" || digest === "sha256" ? 64 : 128;
  const diversifier = Buffer.alloc(blockSize, purpose);
  const input = Buffer.concat([filled(salt, blockSize), filled(bmpPassword(password), blockSize)]);
  const parts: Buffer[] = [];
  for (let made = 0; made < length; made += parts.at(-1)?.length ?? 0) {
    let part = hash(digest, Buffer.concat([diversifier, input]), "buffer");
    for (let i = 1; i < iterations; i += 1) part = hash(digest, part, "buffer");
    parts.push(part);
    addToBlocks(input, filled(part, blockSize).subarray(0, blockSize));
  }
  return Buffer.concat(parts).subarray(0, length);
}

/** UTF-16 with the higher byte first and two zeroes at the end. */
function bmpPassword(password: string): Buffer {
  return Buffer.from(`${password}\0`, "utf16le").swap16();
}

/** Repeated up to a whole number of blocks. */
function filled(bytes: Buffer, blockSize: number): Buffer {
  return Buffer.alloc(Math.ceil(bytes.length / blockSize) * blockSize, bytes);
}

/** Adds the addend and one to each block of the input, as numbers that wrap around. */
function addToBlocks(input: Buffer, addend: Buffer): void {
  for (let block = 0; block < input.length; block += addend.length) {
    let carry = 1;
    for (let i = addend.length - 1; i >= 0; i -= 1) {
      const sum = (input[block + i] ?? 0) + (addend[i] ?? 0) + carry;
      input[block + i] = sum & 0xff;
      carry = sum >> 8;
    }
  }
}
