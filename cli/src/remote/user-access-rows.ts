import type { CommandSpec } from "../command.ts";
import { type Flag, projectFlag, remoteFlags, yesFlag } from "../flags.ts";

/** How a user signs in, and where they are signed in. */
export const userAccessGroups: Readonly<Record<string, string>> = {
  "user sessions": "Manage sessions of a user",
  "user identities": "Manage linked Google and Apple accounts of a user",
};

const userFlags: readonly Flag[] = [projectFlag, ...remoteFlags];

export const userAccessRows: readonly CommandSpec[] = [
  {
    usage: "user reset-password <id|email>",
    about: "Email a user a link to set a new password; sessions stay active until the link is used",
    flags: userFlags,
    json: '{"userId", "sent"}',
    examples: ["svc user reset-password ada@example.com --project acme"],
    load: () => import("./user-reset-password.ts"),
  },
  {
    usage: "user sessions list <id|email>",
    about: "List the active sessions of a user, most recently used first",
    flags: userFlags,
    json: '{"sessions": [{"id", "device", "createdAt", "lastUsedAt", "expiresAt", "ip", "method"}]}',
    examples: ["svc user sessions list ada@example.com --project acme"],
    load: () => import("./user-sessions-list.ts"),
  },
  {
    usage: "user sessions end <id|email> <session>",
    about: "End one session of a user",
    flags: [yesFlag, ...userFlags],
    json: "RevokeUserSessionResponse",
    examples: ["svc user sessions end ada@example.com 0199c0de-1234-7abc-8def-0123456789ab --project acme"],
    load: () => import("./user-sessions-end.ts"),
  },
  {
    usage: "user sessions revoke <id|email>",
    about: "Sign a user out on all devices",
    flags: [yesFlag, ...userFlags],
    json: "RevokeUserSessionsResponse",
    examples: ["svc user sessions revoke ada@example.com --project acme"],
    load: () => import("./user-sessions-revoke.ts"),
  },
  {
    usage: "user identities unlink <id|email> <provider>",
    about:
      "Unlink a provider account from a user and end the sessions it opened; refused if it is the user's only sign-in method",
    flags: [yesFlag, ...userFlags],
    argumentChoices: { "<provider>": ["google", "apple"] },
    json: "UnlinkIdentityResponse",
    examples: ["svc user identities unlink ada@example.com google --project acme"],
    load: () => import("./user-identities-unlink.ts"),
  },
];
