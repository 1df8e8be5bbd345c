import type { CommandSpec } from "../command.ts";
import { remoteFlags, yesFlag } from "../flags.ts";

export const projectGroups: Readonly<Record<string, string>> = {
  project: "Projects: each is one app with its own users, keys and settings",
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
        about: "short name in addresses and tokens; made from the name if left out",
      },
      { name: "show-secret", about: "print the secret key, which is never shown again" },
      ...remoteFlags,
    ],
    json: "CreateProjectResponse",
    examples: ["svc project create Acme --show-secret", "svc project create 'Acme Shop' --slug acme"],
    load: () => import("./project-create.ts"),
  },
  {
    usage: "project update <slug|id>",
    about: "Change the name of a project; svc project apply changes its settings",
    flags: [{ name: "name", value: "name", about: "the new name" }, ...remoteFlags],
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
      "Print the state of a project as YAML, theme included, exactly as apply takes it; the only project if none is named",
    flags: remoteFlags,
    json: "GetProjectSpecResponse",
    examples: ["svc project dump acme > acme.yaml", "svc project dump acme | svc project apply -f -"],
    load: () => import("./project-dump.ts"),
  },
  {
    usage: "project apply",
    about:
      "Show what differs between a spec and its project, ask, and bring the project to that state. Booleans that the spec leaves out become false and a theme that it leaves out becomes the default one, unless --merge is given; secrets in the spec are written every time and are no changes",
    flags: [
      {
        name: "file",
        short: "f",
        value: "spec.yaml",
        about: "the spec; - reads it from standard input",
        isRequired: true,
        completes: "file",
      },
      { name: "merge", about: "keep everything that the spec leaves out, booleans and theme included" },
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
    about: "Show the active signing key, and the issuer and JWKS address for checking tokens",
    flags: remoteFlags,
    json: "GetSigningKeyResponse",
    examples: ["svc project keys show acme"],
    load: () => import("./project-keys-show.ts"),
  },
  {
    usage: "project keys rotate <slug|id>",
    about:
      "Sign new tokens with a fresh key; the previous one is accepted for a grace period, and no session ends",
    flags: [
      {
        name: "grace-seconds",
        value: "seconds",
        about: "how long the previous key stays in the JWKS; 0 is the life of an access token plus a margin",
        isWholeNumber: true,
        fallback: 0,
      },
      ...remoteFlags,
    ],
    json: "RotateSigningKeyResponse",
    examples: ["svc project keys rotate acme", "svc project keys rotate acme --grace-seconds 3600"],
    load: () => import("./project-keys-rotate.ts"),
  },
  {
    usage: "project keys reset-signing <slug|id>",
    about: "Replace the signing key; every token stops working and all users must sign in again",
    flags: [yesFlag, ...remoteFlags],
    json: "ResetSigningKeyResponse",
    examples: ["svc project keys reset-signing acme"],
    load: () => import("./project-keys-reset-signing.ts"),
  },
  {
    usage: "project keys regenerate-secret <slug|id>",
    about: "Replace the secret key and print the new one, once; the old one stops working at once",
    flags: [
      { name: "show-secret", about: "print the new key, which is never shown again", isRequired: true },
      yesFlag,
      ...remoteFlags,
    ],
    json: "RegenerateSecretKeyResponse",
    examples: ["svc project keys regenerate-secret acme --show-secret"],
    load: () => import("./project-keys-regenerate-secret.ts"),
  },
];
