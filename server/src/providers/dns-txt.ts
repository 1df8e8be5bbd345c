import { Resolver } from "node:dns/promises";
import type { LookUpTxt } from "../domain/mail/look-up-txt.ts";

const WAIT_MS = 3_000;
const TRIES = 2;

/** `servers`: those to ask instead of the machine's, in tests. */
export function createTxtLookup(servers?: readonly string[], waitMs = WAIT_MS): LookUpTxt {
  return async (name) => {
    const resolver = new Resolver({ timeout: waitMs, tries: TRIES });
    if (servers) resolver.setServers(servers);
    try {
      const records = await resolver.resolveTxt(name);
      // A text longer than 255 bytes is in several parts.
      return records.map((parts) => parts.join(""));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENODATA" || code === "ENOTFOUND") return [];
      throw error;
    }
  };
}
