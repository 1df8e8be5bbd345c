import type { PasswordHasher } from "../../src/crypto/passwords.ts";
import { step } from "./actor.ts";

/** Memory costs, which make two kinds of hashes. */
const CURRENT = 8;
const OLD = 16;
/** So that the text needs no padding in base64. */
const LETTERS = 48;

let hashes = 0;

/** Takes no time, and still is waited for. The hash of one password is another one each time, as with a salt. */
export const fastHasher: PasswordHasher = {
  refuseIfBusy: () => {},
  load: () => ({ running: 0, waiting: 0 }),
  hash: (password) => step("hash password", async () => encode(CURRENT, password)),
  verify: (hash, password) =>
    step("verify password", async () => hash !== null && passwordIn(hash) === password),
  needsRehash: (hash) => hash.includes(`m=${OLD},`),
};

export const fastHash = (password: string): string => encode(CURRENT, password);

/** As if imported: a sign-in replaces it. */
export const oldHash = (password: string): string => encode(OLD, password);

/** These hashes tell their password, so that a check can name the one in force. */
export function passwordIn(hash: string): string {
  return Buffer.from(hash.split("$").at(-1) ?? "", "base64")
    .toString()
    .trimEnd();
}

/** In the form of a real hash, so that it is counted as one. */
function encode(memory: number, password: string): string {
  hashes += 1;
  const salt = String(hashes).padStart(11, "0");
  const text = Buffer.from(password.padEnd(LETTERS)).toString("base64");
  return `$argon2id$v=19$m=${memory},t=1,p=1$${salt}$${text}`;
}
