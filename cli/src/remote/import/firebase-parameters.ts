import { type Flags, givenText } from "../../command.ts";
import { usageFailure } from "../../failure.ts";
import { isRow, type Row } from "./fields.ts";
import type { FirebaseParameters } from "./reader.ts";

const HINT =
  "the Firebase console shows them: Authentication, Users, the menu above the table, Password hash parameters";

/** What Firebase's export leaves out: from the flags, or from `hash_config` in the document. */
export function firebaseParameters(flags: Flags, document: unknown): FirebaseParameters | undefined {
  const { hash_config, firebase_scrypt } = isRow(document) ? document : {};
  const config = [hash_config, firebase_scrypt].find(isRow) ?? {};
  const found = {
    signerKey: givenText(flags, "firebaseSignerKey") || word(config, "base64_signer_key", "signer_key"),
    saltSeparator:
      givenText(flags, "firebaseSaltSeparator") || word(config, "base64_salt_separator", "salt_separator"),
    rounds: Number(flags.firebaseRounds ?? config.rounds ?? 0),
    memCost: Number(flags.firebaseMemCost ?? config.mem_cost ?? 0),
  };
  if (found.signerKey === "" && found.saltSeparator === "" && !found.rounds && !found.memCost)
    return undefined;
  const problem = problemOf(found);
  if (problem !== undefined) throw usageFailure(problem, HINT);
  return found;
}

export function requireParameters(parameters: FirebaseParameters | undefined, hashes: number): void {
  if (hashes === 0 || parameters !== undefined) return;
  const flags = "--firebase-signer-key, --firebase-salt-separator, --firebase-rounds and --firebase-mem-cost";
  const counted =
    hashes === 1 ? "1 password hash of Firebase needs" : `${hashes} password hashes of Firebase need`;
  throw usageFailure(`${counted} ${flags}`, HINT);
}

function problemOf({ signerKey, rounds, memCost }: { signerKey: string; rounds: number; memCost: number }) {
  if (!/^[\w+/-]+=*$/.test(signerKey)) return "the signer key of Firebase is missing or not base64";
  if (!(Number.isInteger(rounds) && rounds >= 1 && rounds <= 8)) return "Firebase's rounds must be 1 to 8";
  if (!(Number.isInteger(memCost) && memCost >= 1 && memCost <= 14))
    return "Firebase's mem_cost must be 1 to 14";
  return undefined;
}

function word(row: Row, ...names: readonly string[]): string {
  return names.map((name) => row[name]).find((value) => typeof value === "string") ?? "";
}
