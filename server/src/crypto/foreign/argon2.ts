import type { ForeignHash } from "./foreign-hash.ts";

const MAX_MEMORY_KIB = 262_144;
const MAX_TIME = 10;
const MAX_LANES = 16;
const SHAPE =
  /^\$argon2(?:id|i|d)\$v=(?:19|16)\$([mtp]=\d{1,7},[mtp]=\d{1,7},[mtp]=\d{1,7})\$([A-Za-z0-9+/]{11,128})\$([A-Za-z0-9+/]{16,128})$/;

/** argon2i, argon2d and argon2id, with the parameters in whichever order they were written. */
export const argon2: ForeignHash = {
  recognises: (hash) => hash.startsWith("$argon2"),

  problemOf(hash) {
    const parameters = parametersOf(hash);
    if (!parameters) return "is not an argon2 hash in PHC form";
    const { m, t, p } = parameters;
    if (m > MAX_MEMORY_KIB || m < 8 * p)
      return `asks for ${m} KiB of memory; at most ${MAX_MEMORY_KIB} are accepted`;
    if (t > MAX_TIME || t < 1) return `asks for ${t} passes; 1 to ${MAX_TIME} are accepted`;
    return p > MAX_LANES || p < 1 ? `asks for ${p} lanes; 1 to ${MAX_LANES} are accepted` : undefined;
  },

  async verify(hash, password) {
    const parameters = parametersOf(hash);
    if (!parameters) return false;
    const { verify } = await import("@node-rs/argon2");
    const { m, t, p } = parameters;
    return verify(hash.replace(/\$[mtp]=[^$]*\$/, `$m=${m},t=${t},p=${p}$`), password);
  },

  dummyLike(hash) {
    const [, variant, version] = hash.split("$");
    const { m, t, p } = parametersOf(hash) ?? {};
    return `$${variant}$${version}$m=${m},t=${t},p=${p}$${"A".repeat(22)}$${"A".repeat(43)}`;
  },
};

function parametersOf(hash: string): { m: number; t: number; p: number } | undefined {
  const text = SHAPE.exec(hash)?.[1];
  if (text === undefined) return undefined;
  const found = Object.fromEntries(text.split(",").map((pair) => [pair[0], Number(pair.slice(2))]));
  const { m, t, p } = found;
  return m === undefined || t === undefined || p === undefined ? undefined : { m, t, p };
}
