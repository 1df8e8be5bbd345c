import type { PasswordHasher } from "../crypto/passwords.ts";
import { Gate, type Held } from "./gate.ts";

/** A hasher whose next result can be held back after it was computed. */
export class GatedPasswords {
  readonly #gates = { hash: new Gate(), verify: new Gate() };

  holdNext(step: "hash" | "verify"): Held {
    return this.#gates[step].holdNext();
  }

  /** For TestApp's option `passwords`. */
  readonly wrap = (hasher: PasswordHasher): PasswordHasher => ({
    ...hasher,
    hash: async (password) => {
      const hash = await hasher.hash(password);
      await this.#gates.hash.pass();
      return hash;
    },
    verify: async (hash, password) => {
      const isRight = await hasher.verify(hash, password);
      await this.#gates.verify.pass();
      return isRight;
    },
  });
}
