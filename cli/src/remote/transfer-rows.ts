import type { CommandSpec } from "../command.ts";
import { type Flag, remoteFlags, yesFlag } from "../flags.ts";
import { importFormats } from "./import/formats.ts";

const firebaseFlags: readonly Flag[] = [
  {
    name: "firebase-signer-key",
    value: "base64",
    about:
      "Firebase's base64_signer_key; the four --firebase flags can also be an object hash_config in the file",
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
      "Export the users of a project with their password hashes as one JSON document, to standard output or to a file with -o. Guests are left out and counted. On a terminal, svc asks before it replaces a file; in scripts and with --json it replaces the file",
    flags: [
      {
        name: "output",
        short: "o",
        value: "file",
        about: "file to write, readable only by you; defaults to standard output",
        completes: "file",
      },
      { name: "guests", about: "include guests; an import skips them because they cannot sign in again" },
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
      "Import users from an export of svc, Firebase (auth:export), Supabase (auth.users) or Auth0 (users-exports), or from PocketBase's data.db. Existing users and guests are skipped, so an interrupted import can be run again. The exit code is 1 if some users were refused; the others are imported",
    flags: [
      {
        name: "file",
        short: "f",
        value: "export.json",
        about:
          "the export, at most 512 MB, or PocketBase's data.db of any size; - reads an export from standard input",
        isRequired: true,
        completes: "file",
      },
      {
        name: "format",
        value: "format",
        about: "svc, firebase, supabase, auth0 or pocketbase; detected by default",
        choices: importFormats,
      },
      ...firebaseFlags,
      {
        name: "supabase-claims",
        about: "import raw_app_meta_data, without its providers, as custom claims",
      },
      {
        name: "auth0-passwords",
        value: "hashes.json",
        about: "the password hashes that Auth0's support exported; without them, users set a new password",
        completes: "file",
      },
      { name: "auth0-claims", about: "import app_metadata as custom claims" },
      {
        name: "pocketbase-collection",
        value: "name",
        about: "the auth collection in PocketBase's data.db; defaults to users",
      },
      yesFlag,
      ...remoteFlags,
    ],
    json: '{"project", "format", "created", "skipped", "refused", "guestsSkipped", "complete", "refusedUsers": [{"index", "email", "reason"}], "leftOut": {}}',
    examples: [
      "svc project import acme -f acme-users.json",
      "svc project import acme -f users.json --firebase-signer-key jxspr8Ki0RYyc…== --firebase-salt-separator Bw== --firebase-rounds 8 --firebase-mem-cost 14",
      "svc project import acme -f supabase-users.json --yes --json",
      "svc project import acme -f auth0-users.json --auth0-passwords auth0-hashes.json",
      "svc project import acme -f pb_data/data.db --pocketbase-collection members",
    ],
    load: () => import("./project-import.ts"),
  },
];
