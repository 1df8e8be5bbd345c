/** RFC 2268: the substitution of bytes by digits of pi. */
const PI_TABLE = Buffer.from(
  `d978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2179a59f587b34f1361456d8d09817d32
   bd8f40eb86b77b0bf09521225c6b4e8254d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626
   6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed708e8eade8052eef784aa72ac354d6a2a
   961ad2715a1549744b9fd05e0418a4ecc2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731
   2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a90d38341bab33ffb0bb480c5fb9b1cd2e
   c5f3db47e5a59c770aa62068fe7fc1ad`.replace(/\s/g, ""),
  "hex",
);

const BLOCK = 8;
const ROTATIONS = [1, 2, 3, 5] as const;

/**
 * Decrypts RC2 in CBC mode; the effective bits are those of the key. Java and OpenSSL long encrypted the
 * certificates of keystores with it, and Node's OpenSSL does not know it any more.
 */
export function decryptRc2(key: Buffer, iv: Buffer, encrypted: Buffer): Buffer {
  const words = expand(key);
  const plain = Buffer.alloc(encrypted.length);
  let previous = iv;
  for (let at = 0; at + BLOCK <= encrypted.length; at += BLOCK) {
    const block = encrypted.subarray(at, at + BLOCK);
    const decrypted = decryptBlock(words, block);
    for (let i = 0; i < BLOCK; i += 1) plain[at + i] = (decrypted[i] ?? 0) ^ (previous[i] ?? 0);
    previous = block;
  }
  return plain;
}

/** The 64 words of the key, section 2 of the RFC. */
function expand(key: Buffer): Uint16Array {
  const pi = (index: number): number => PI_TABLE[index & 0xff] ?? 0;
  const bytes = Buffer.alloc(128);
  key.copy(bytes);
  for (let i = key.length; i < 128; i += 1) bytes[i] = pi((bytes[i - 1] ?? 0) + (bytes[i - key.length] ?? 0));
  const first = 128 - key.length;
  bytes[first] = pi(bytes[first] ?? 0);
  for (let i = first - 1; i >= 0; i -= 1) bytes[i] = pi((bytes[i + 1] ?? 0) ^ (bytes[i + key.length] ?? 0));
  return Uint16Array.from({ length: 64 }, (_, i) => bytes.readUInt16LE(2 * i));
}

/** Sixteen rounds backwards, with two mashes between them, section 4 of the RFC. */
function decryptBlock(words: Uint16Array, block: Buffer): Buffer {
  const r = Uint16Array.from({ length: 4 }, (_, i) => block.readUInt16LE(2 * i));
  const at = (index: number): number => r[index & 3] ?? 0;
  let next = 63;
  for (let round = 15; round >= 0; round -= 1) {
    for (let i = 3; i >= 0; i -= 1) {
      const shift = ROTATIONS[i] ?? 0;
      const rotated = (at(i) >>> shift) | (at(i) << (16 - shift));
      const mixed = (at(i + 3) & at(i + 2)) + (~at(i + 3) & at(i + 1));
      r[i] = rotated - (words[next] ?? 0) - mixed;
      next -= 1;
    }
    if (round === 11 || round === 5)
      for (let i = 3; i >= 0; i -= 1) r[i] = at(i) - (words[at(i + 3) & 63] ?? 0);
  }
  const out = Buffer.alloc(BLOCK);
  r.forEach((word, i) => {
    out.writeUInt16LE(word, 2 * i);
  });
  return out;
}
