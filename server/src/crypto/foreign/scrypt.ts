import { scrypt as derive, type ScryptOptions, timingSafeEqual } from "node:crypto";
import { decodeAnyBase64 } from "./base64.ts";
import type { ForeignHash } from "./foreign-hash.ts";

export const MAX_LOG_N = 17;
export const MAX_R = 8;
export const MAX_P = 4;

const SHAPE = /^\$scrypt\$ln=(\d{1,3}),r=(\d{1,4}),p=(\d{1,4})\$([^$]{1,172})\$([^$]{16,172})$/;

/** The PHC form: `$scrypt$ln=15,r=8,p=1$<salt>$<hash>`. */
export const scrypt: ForeignHash = {
  recognises: (hash) => hash.startsWith("$scrypt$"),

  problemOf(hash) {
    const parts = partsOf(hash);
    if (!parts) return "is not a scrypt hash in PHC form";
    const { ln, r, p } = parts;
    return ln < 1 || ln > MAX_LOG_N || r < 1 || r > MAX_R || p < 1 || p > MAX_P
      ? `asks for ln=${ln},r=${r},p=${p}; at most ln=${MAX_LOG_N},r=${MAX_R},p=${MAX_P} are accepted`
      : undefined;
  },

  async verify(hash, password) {
    const parts = partsOf(hash);
    if (!parts) return false;
    const { ln, r, p, salt, expected } = parts;
    const derived = await deriveScrypt(password, salt, expected.length, { N: 2 ** ln, r, p });
    return timingSafeEqual(derived, expected);
  },

  dummyLike(hash) {
    const { ln, r, p } = partsOf(hash) ?? {};
    return `$scrypt$ln=${ln},r=${r},p=${p}$${"A".repeat(22)}$${"A".repeat(43)}`;
  },
};

/** Runs in Node's thread pool, with as much memory as the parameters need. */
export function deriveScrypt(
  password: string,
  salt: Uint8Array,
  length: number,
  { N, r, p }: { N: number; r: number; p: number },
): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r + 1024 * 1024 };
  return new Promise((resolve, reject) => {
    derive(password, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

function partsOf(hash: string) {
  const [, ln, r, p, saltText = "", hashText = ""] = SHAPE.exec(hash) ?? [];
  const salt = decodeAnyBase64(saltText);
  const expected = decodeAnyBase64(hashText);
  if (ln === undefined || !salt?.length || !expected?.length) return undefined;
  return { ln: Number(ln), r: Number(r), p: Number(p), salt, expected };
}
