import { randomInt } from "node:crypto";

const COUNT = 10;
const LENGTH = 12;
const GROUP = 4;
/** Without I, L, O, U, 0 and 1, which people misread. 12 of 30 characters are 58 bits. */
const ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789";

/** Ten codes as people see them: `ABCD-EFGH-JKMN`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, newCode);
}

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return (letters.join("").match(new RegExp(`.{${GROUP}}`, "g")) ?? []).join("-");
}

/** What is hashed: how somebody groups and capitalises a code does not matter. */
export function plainRecoveryCode(typed: string): string {
  return typed
    .slice(0, 128)
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
}
