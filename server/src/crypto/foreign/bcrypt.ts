import type { ForeignHash } from "./foreign-hash.ts";

const SHAPE = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const MIN_COST = 4;
const MAX_COST = 14;

const LETTERS = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** The index of the last character of salt and digest, and how many values of each are equivalent. */
const SPARE = [
  [28, 16],
  [59, 4],
] as const;

export const bcrypt: ForeignHash = {
  recognises: (hash) => /^\$2[a-z]?\$/.test(hash),

  problemOf(hash) {
    const cost = Number(SHAPE.exec(hash)?.[1]);
    if (Number.isNaN(cost)) return "is not a bcrypt hash ($2a$, $2b$ or $2y$)";
    return cost < MIN_COST || cost > MAX_COST
      ? `has cost ${cost}; ${MIN_COST} to ${MAX_COST} are accepted`
      : undefined;
  },

  async verify(hash, password) {
    const { verify } = await import("@node-rs/bcrypt");
    return verify(password, withoutSpareBits(hash));
  },

  dummyLike: (hash) => `$2b$${SHAPE.exec(hash)?.[1]}$${".".repeat(53)}`,
};

/** Some systems set the unused bits. Our library would refuse such a hash at once, which a timing attack could notice. */
function withoutSpareBits(hash: string): string {
  const letters = [...hash];
  for (const [index, values] of SPARE) {
    const value = LETTERS.indexOf(letters[index] ?? "");
    letters[index] = LETTERS[value - (value % values)] ?? "";
  }
  return letters.join("");
}
