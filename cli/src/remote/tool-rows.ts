import type { CommandSpec } from "../command.ts";
import { type Flag, projectFlag, remoteFlags } from "../flags.ts";
import { billingStores } from "../stores.ts";

const { isRequired: _, ...optionalProject } = projectFlag;

export const toolGroups: Readonly<Record<string, string>> = {
  skill: "Export instructions for coding agents",
};

/** Commands that look at or describe a server as a whole. */
export const toolRows: readonly CommandSpec[] = [
  {
    usage: "doctor",
    about: "Check a server, its email delivery and a project, and suggest fixes",
    flags: [
      {
        ...optionalProject,
        about: "also check this project: keys, issuer, social sign-in, passkeys and stores",
      },
      { name: "smtp-to", value: "address", about: "send a test email to this address" },
      fileFlag("apple-key", "test this Sign in with Apple key; stays on this machine"),
      ...billingStores.flatMap(({ doctorFlags }) => doctorFlags),
      ...remoteFlags,
    ],
    json: '{"checks": [{"id", "title", "status", "seen", "remedy"}], "failures", "warnings", "notChecked"}',
    examples: [
      "svc doctor",
      "svc doctor --project acme --smtp-to you@example.com",
      "svc doctor --project acme --apple-key AuthKey_ABC123DEFG.p8 --json",
      "svc doctor --project acme --apple-iap-p8 SubscriptionKey_ABC123DEFG.p8 --stripe-secret-key - < key.txt",
    ],
    load: () => import("../doctor/doctor.ts"),
  },
  {
    usage: "skill export",
    about: "Write a skill that teaches a coding agent to integrate apps and backends with this server",
    flags: [
      {
        name: "dir",
        value: "folder",
        about: "where to write it",
        fallback: ".claude/skills/svc",
        completes: "directory",
      },
      {
        name: "format",
        value: "format",
        about: "claude, with frontmatter, or generic, which is plain Markdown",
        fallback: "claude",
        choices: ["claude", "generic"],
      },
      {
        ...optionalProject,
        about:
          "include this project's endpoint, publishable key and providers; without it no server is contacted",
      },
      ...remoteFlags,
    ],
    json: '{"directory", "format", "files": [{"path", "status"}]}',
    examples: [
      "svc skill export",
      "svc skill export --project acme",
      "svc skill export --format generic --dir docs/svc",
    ],
    load: () => import("./skill-export.ts"),
  },
  {
    usage: "project init",
    about: "Create a project interactively; nothing is written before you confirm",
    flags: [
      { name: "spec-out", value: "file", about: "also write the spec to a new file", completes: "file" },
      ...remoteFlags,
    ],
    json: '{"project", "secretKey", "checklist", "specYaml"}',
    examples: ["svc project init", "svc project init --spec-out acme.yaml"],
    load: () => import("./project-init.ts"),
  },
];

function fileFlag(name: string, about: string): Flag {
  return { name, value: "file", about, completes: "file" };
}
