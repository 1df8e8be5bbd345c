import type { PasswordHasher } from "../../src/crypto/passwords.ts";
import { step } from "./actor.ts";

const CURRENT = "fast";
const OLD = "old";

let hashes = 0;

/** Takes no time, and still is waited for. The hash of one password is another one each time, as with a salt. */
export const fastHasher: PasswordHasher = {
  refuseIfBusy: () => {},
  load: () => ({ running: 0, waiting: 0 }),
  hash: (password) => step("hash password", async () => encode(CURRENT, password)),
  verify: (hash, password) =>
    step("verify password", async () => hash !== null && passwordIn(hash) === password),
  needsRehash: (hash) => hash.startsWith(`${OLD}$`),
};

export const fastHash = (password: string): string => encode(CURRENT, password);

/** As if imported: a sign-in replaces it. */
export const oldHash = (password: string): string => encode(OLD, password);

/** These hashes tell their password, so that a check can name the one in force. */
export function passwordIn(hash: string): string {
  return Buffer.from(hash.split("$")[2] ?? "", "base64url").toString();
}

function encode(kind: string, password: string): string {
  hashes += 1;
  return `${kind}$${hashes}$${Buffer.from(password).toString("base64url")}`;
}
