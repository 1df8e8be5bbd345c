import { randomInt } from "node:crypto";
import type { Flags } from "../command.ts";
import { readPiped } from "../prompt.ts";

/** The password to use: the flag's value, standard input for `-`, or a new one. */
export async function readPassword(flags: Flags): Promise<{ password: string; isGenerated: boolean }> {
  const typed = flags.password;
  if (typed === undefined) return { password: generatePassword(), isGenerated: true };
  if (typed !== "-") return { password: String(typed), isGenerated: false };
  const hint = "pipe the password in, or leave --password out to get a generated one";
  return { password: await readPiped("--password -", hint), isGenerated: false };
}

// Without letters that are mistaken for one another.
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";

/** Five groups of five: 123 bits that can be read aloud. */
function generatePassword(): string {
  const letter = () => alphabet.charAt(randomInt(alphabet.length));
  const group = () => Array.from({ length: 5 }, letter).join("");
  return Array.from({ length: 5 }, group).join("-");
}
