import { parseArgs } from "node:util";
import type { Options } from "./figure.ts";

export type Wanted = {
  /** Empty: what runs when nothing is named. */
  names: readonly string[];
  isEverything: boolean;
  isHelp: boolean;
  writesDocs: boolean;
  jsonFile: string | undefined;
  options: Omit<Options, "say">;
};

/** Throws a TypeError with a sentence for a person. */
export function readArguments(args: readonly string[]): Wanted {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      against: { type: "string" },
      all: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
      json: { type: "string" },
      quick: { type: "boolean", default: false },
      rounds: { type: "string" },
      users: { type: "string" },
      workers: { type: "string" },
      "write-docs": { type: "boolean", default: false },
    },
  });
  return {
    names: positionals,
    isEverything: values.all,
    isHelp: values.help,
    writesDocs: values["write-docs"],
    jsonFile: values.json,
    options: {
      against: values.against,
      isQuick: values.quick,
      rounds: values.rounds === undefined ? (values.quick ? 1 : 5) : positive("--rounds", values.rounds),
      users: values.users === undefined ? undefined : positive("--users", values.users),
      workers: values.workers === undefined ? undefined : positive("--workers", values.workers),
    },
  };
}

function positive(flag: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new TypeError(`${flag} takes a whole number above 0, not ${text}`);
}
