import type { CommandSpec } from "../command.ts";
import { type Flag, remoteFlags, yesFlag } from "../flags.ts";
import { importFormats } from "./import/formats.ts";

const firebaseFlags: readonly Flag[] = [
  {
    name: "firebase-signer-key",
    value: "base64",
    about:
      "Firebase's base64_signer_key; this and the next three can be an object hash_config in the file instead",
  },
  { name: "firebase-salt-separator", value: "base64", about: "Firebase's base64_salt_separator" },
  { name: "firebase-rounds", value: "number", about: "Firebase's rounds, 1 to 8", isWholeNumber: true },
  { name: "firebase-mem-cost", value: "number", about: "Firebase's mem_cost, 1 to 14", isWholeNumber: true },
];

/** Moving users between projects, and in from elsewhere. */
export const transferRows: readonly CommandSpec[] = [
  {
    usage: "project export <slug|id>",
    about:
      "Write the users of a project with their password hashes as one JSON document; without -o it is printed, also under --json. Guests are left out and counted. On a terminal it asks before it replaces a file; elsewhere, and under --json, it replaces the file at once, as a whole",
    flags: [
      {
        name: "output",
        short: "o",
        value: "file",
        about: "the file to write, for you alone to read; standard output if left out",
        completes: "file",
      },
      { name: "guests", about: "include guests; an import skips them, because they cannot sign in again" },
      { name: "force", about: "replace the file without asking" },
      ...remoteFlags,
    ],
    json: '{"project", "output", "users", "guests", "guestsLeftOut"}',
    examples: [
      "svc project export acme -o acme-users.json",
      "svc project export acme -o acme-users.json --guests --force",
      "svc project export acme | gzip > users.json.gz",
    ],
    load: () => import("./project-export.ts"),
  },
  {
    usage: "project import <slug|id>",
    about:
      "Create the users of an export of svc, Firebase (auth:export) or Supabase (auth.users) in a project. Users that are there already are skipped, so it can be run again after an interruption; guests are skipped, too. The exit code is 1 when users were refused, and the others are there then",
    flags: [
      {
        name: "file",
        short: "f",
        value: "export.json",
        about: "the export, at most 512 MB; - reads it from standard input",
        isRequired: true,
        completes: "file",
      },
      {
        name: "format",
        value: "format",
        about: "svc, firebase or supabase; recognised if left out",
        choices: importFormats,
      },
      ...firebaseFlags,
      {
        name: "supabase-claims",
        about: "make raw_app_meta_data, without its providers, the custom claims",
      },
      yesFlag,
      ...remoteFlags,
    ],
    json: '{"project", "format", "created", "skipped", "refused", "guestsSkipped", "complete", "refusedUsers": [{"index", "email", "reason"}], "leftOut": {}}',
    examples: [
      "svc project import acme -f acme-users.json",
      "svc project import acme -f users.json --firebase-signer-key jxspr8Ki0RYyc…== --firebase-salt-separator Bw== --firebase-rounds 8 --firebase-mem-cost 14",
      "svc project import acme -f supabase-users.json --yes --json",
    ],
    load: () => import("./project-import.ts"),
  },
];
