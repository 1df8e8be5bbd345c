import type { ForeignHash } from "./foreign-hash.ts";

const SHAPE = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const MIN_COST = 4;
const MAX_COST = 14;

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
    return verify(password, hash);
  },

  dummyLike: (hash) => `$2b$${SHAPE.exec(hash)?.[1]}$${".".repeat(53)}`,
};
