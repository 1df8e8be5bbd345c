import { createCipheriv, timingSafeEqual } from "node:crypto";
import { decodeAnyBase64 } from "./base64.ts";
import type { ForeignHash } from "./foreign-hash.ts";
import { deriveScrypt, MAX_R } from "./scrypt.ts";

const MAX_MEM_COST = 14;
const SHAPE =
  /^\$fbscrypt\$v=1,n=(\d{1,3}),r=(\d{1,3}),p=1,ss=([^,$]{0,44}),sk=([^,$]{1,172})\$([^$]{1,88})\$([^$]{1,172})$/;

export type FirebaseParameters = {
  signerKey: string;
  saltSeparator: string;
  rounds: number;
  memCost: number;
};

/** Firebase exports hash and salt per user and the other parameters per project. We store them as one string. */
export function encodeFirebaseHash(hash: string, salt: string, parameters: FirebaseParameters): string {
  const { signerKey, saltSeparator, rounds, memCost } = parameters;
  return `$fbscrypt$v=1,n=${memCost},r=${rounds},p=1,ss=${saltSeparator},sk=${signerKey}$${salt}$${hash}`;
}

/** The hash is the project's signer key, encrypted under a key that scrypt derives from the password. */
export const firebaseScrypt: ForeignHash = {
  recognises: (hash) => hash.startsWith("$fbscrypt$"),

  problemOf(hash) {
    const parts = partsOf(hash);
    if (!parts) return "is not a Firebase hash with its signer key, salt separator, rounds and mem_cost";
    const { memCost, rounds } = parts;
    return memCost < 1 || memCost > MAX_MEM_COST || rounds < 1 || rounds > MAX_R
      ? `asks for mem_cost ${memCost} and rounds ${rounds}; at most ${MAX_MEM_COST} and ${MAX_R} are accepted`
      : undefined;
  },

  async verify(hash, password) {
    const parts = partsOf(hash);
    if (!parts) return false;
    const { memCost, rounds, salt, signerKey, expected } = parts;
    const key = await deriveScrypt(password, salt, 32, { N: 2 ** memCost, r: rounds, p: 1 });
    const cipher = createCipheriv("aes-256-ctr", key, Buffer.alloc(16));
    const actual = Buffer.concat([cipher.update(signerKey), cipher.final()]);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  },

  dummyLike(hash) {
    const { memCost = 0, rounds = 0 } = partsOf(hash) ?? {};
    const none = "A".repeat(86); // 64 bytes, as long as Firebase's own
    return encodeFirebaseHash(none, "A".repeat(22), { signerKey: none, saltSeparator: "", rounds, memCost });
  },
};

function partsOf(hash: string) {
  const [, n, r, separatorText = "", signerText = "", saltText = "", hashText = ""] = SHAPE.exec(hash) ?? [];
  const separator = decodeAnyBase64(separatorText);
  const signerKey = decodeAnyBase64(signerText);
  const salt = decodeAnyBase64(saltText);
  const expected = decodeAnyBase64(hashText);
  if (n === undefined || !separator || !signerKey?.length || !salt?.length || !expected?.length)
    return undefined;
  return {
    memCost: Number(n),
    rounds: Number(r),
    salt: Buffer.concat([salt, separator]),
    signerKey,
    expected,
  };
}
