import type { CommandSpec } from "../command.ts";
import { etagFlag, remoteFlags, yesFlag } from "../flags.ts";

export const projectGroups: Readonly<Record<string, string>> = {
  project: "Manage projects; a project is one app with its own users, keys and settings",
  "project keys": "Signing keys and the secret key of a project",
};

export const projectRows: readonly CommandSpec[] = [
  {
    usage: "project list",
    about: "List the projects, newest first",
    flags: remoteFlags,
    json: "ListProjectsResponse",
    examples: ["svc project list"],
    load: () => import("./project-list.ts"),
  },
  {
    usage: "project get <slug|id>",
    about: "Show a project with its settings",
    flags: remoteFlags,
    json: "GetProjectResponse",
    examples: ["svc project get acme"],
    load: () => import("./project-get.ts"),
  },
  {
    usage: "project create <name>",
    about: "Create a project",
    flags: [
      {
        name: "slug",
        value: "slug",
        about: "short name used in URLs and tokens; derived from the name by default",
      },
      { name: "show-secret", about: "print the secret key; it is not shown again" },
      ...remoteFlags,
    ],
    json: "CreateProjectResponse",
    examples: ["svc project create Acme --show-secret", "svc project create 'Acme Shop' --slug acme"],
    load: () => import("./project-create.ts"),
  },
  {
    usage: "project update <slug|id>",
    about: "Change the name of a project; svc project apply changes its settings",
    flags: [{ name: "name", value: "name", about: "the new name" }, etagFlag, ...remoteFlags],
    json: "UpdateProjectResponse",
    examples: ["svc project update acme --name 'Acme Shop'"],
    load: () => import("./project-update.ts"),
  },
  {
    usage: "project delete <slug|id>",
    about: "Delete a project with all its users, keys and tokens",
    flags: [yesFlag, ...remoteFlags],
    json: '{"project", "deleted"}',
    examples: ["svc project delete acme", "svc project delete acme --yes"],
    load: () => import("./project-delete.ts"),
  },
  {
    usage: "project dump [slug|id]",
    about:
      "Print a project with its theme as YAML for svc project apply; the project can be omitted if there is only one",
    flags: [
      {
        name: "with-etag",
        about: "add the version: svc project apply then refuses the spec if the project was changed since",
      },
      ...remoteFlags,
    ],
    json: "GetProjectSpecResponse",
    examples: ["svc project dump acme > acme.yaml", "svc project dump acme | svc project apply -f -"],
    load: () => import("./project-dump.ts"),
  },
  {
    usage: "project apply",
    about:
      "Show the differences between a spec and its project, ask for confirmation, and apply the spec. Booleans missing from the spec become false and a missing theme becomes the default theme, unless --merge is given. Own texts missing from its wording stay as they are. Secrets in the spec are always written and do not count as changes",
    flags: [
      {
        name: "file",
        short: "f",
        value: "spec.yaml",
        about: "the spec; - reads it from standard input",
        isRequired: true,
        completes: "file",
      },
      { name: "merge", about: "keep everything missing from the spec, including booleans and the theme" },
      etagFlag,
      yesFlag,
      ...remoteFlags,
    ],
    json: "ApplyProjectSpecResponse",
    examples: [
      "svc project apply -f acme.yaml",
      "svc project apply -f acme.yaml --merge",
      "svc project apply -f acme.yaml --yes --json",
    ],
    load: () => import("./project-apply.ts"),
  },
  {
    usage: "project keys show <slug|id>",
    about: "Show the active, stand-by and retired signing keys, the issuer and the JWKS URL",
    flags: remoteFlags,
    json: "GetSigningKeyResponse",
    examples: ["svc project keys show acme"],
    load: () => import("./project-keys-show.ts"),
  },
  {
    usage: "project keys rotate <slug|id>",
    about:
      "Sign new tokens with the stand-by key and publish the next; the previous key stays valid for a grace period, and no session ends",
    flags: [
      {
        name: "grace-seconds",
        value: "seconds",
        about:
          "how long the previous key stays in the JWKS; 0 means the lifetime of an access token plus a margin",
        isWholeNumber: true,
        fallback: 0,
      },
      {
        name: "wait",
        about: "if the stand-by key is younger than 15 minutes, wait until backends know it, then rotate",
      },
      { name: "yes", about: "rotate without a question, even if backends may not know the stand-by key yet" },
      ...remoteFlags,
    ],
    json: "RotateSigningKeyResponse",
    examples: [
      "svc project keys rotate acme",
      "svc project keys rotate acme --wait",
      "svc project keys rotate acme --grace-seconds 3600",
    ],
    load: () => import("./project-keys-rotate.ts"),
  },
  {
    usage: "project keys reset-signing <slug|id>",
    about:
      "Replace the signing key and the stand-by key after a leak; all tokens stop working and all users must sign in again",
    flags: [yesFlag, ...remoteFlags],
    json: "ResetSigningKeyResponse",
    examples: ["svc project keys reset-signing acme"],
    load: () => import("./project-keys-reset-signing.ts"),
  },
  {
    usage: "project keys regenerate-secret <slug|id>",
    about:
      "Replace the secret key and print the new one; the old key stops working immediately or when you say",
    flags: [
      {
        name: "keep-old-seconds",
        value: "seconds",
        about: "how long the old key works beside the new one, up to 604800 (7 days); 0 ends it immediately",
        isWholeNumber: true,
        fallback: 0,
      },
      { name: "show-secret", about: "print the new key; it is not shown again", isRequired: true },
      yesFlag,
      ...remoteFlags,
    ],
    json: "RegenerateSecretKeyResponse",
    examples: [
      "svc project keys regenerate-secret acme --show-secret",
      "svc project keys regenerate-secret acme --show-secret --keep-old-seconds 86400",
    ],
    load: () => import("./project-keys-regenerate-secret.ts"),
  },
  {
    usage: "project keys end-old-secret <slug|id>",
    about: "End the old secret key that regenerate-secret kept",
    flags: [yesFlag, ...remoteFlags],
    json: "EndOldSecretKeyResponse",
    examples: ["svc project keys end-old-secret acme"],
    load: () => import("./project-keys-end-old-secret.ts"),
  },
];
