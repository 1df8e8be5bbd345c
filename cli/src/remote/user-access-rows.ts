import type { CommandSpec } from "../command.ts";
import { type Flag, projectFlag, remoteFlags, yesFlag } from "../flags.ts";

/** How a user signs in, and where they are signed in. */
export const userAccessGroups: Readonly<Record<string, string>> = {
  "user bounce": "Stop and resume emails to an address that bounces",
  "user sessions": "Manage sessions of a user",
  "user identities": "Manage linked Google and Apple accounts of a user",
  "user passkeys": "Manage passkeys of a user",
  "user factors": "Manage second factors of a user",
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
    usage: "user verify-email <id|email>",
    about: "Email a user a link to verify the address",
    flags: userFlags,
    json: '{"userId", "sent"}',
    examples: ["svc user verify-email ada@example.com --project acme"],
    load: () => import("./user-verify-email.ts"),
  },
  {
    usage: "user bounce mark <id|email>",
    about: "Mark the address of a user as one that bounces; no email is sent to it until that is cleared",
    flags: [
      { name: "reason", value: "text", about: "why, for people, at most 300 characters" },
      ...userFlags,
    ],
    json: "MarkEmailBouncedResponse",
    examples: ["svc user bounce mark ada@example.com --project acme --reason 'mailbox closed'"],
    load: () => import("./user-bounce-mark.ts"),
  },
  {
    usage: "user bounce clear <id|email>",
    about: "Send emails to the address of a user again",
    flags: userFlags,
    json: "ClearEmailBounceResponse",
    examples: ["svc user bounce clear ada@example.com --project acme"],
    load: () => import("./user-bounce-clear.ts"),
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
  {
    usage: "user passkeys list <id|email>",
    about: "List the passkeys of a user, newest first",
    flags: userFlags,
    json: "ListUserPasskeysResponse",
    examples: ["svc user passkeys list ada@example.com --project acme"],
    load: () => import("./user-passkeys-list.ts"),
  },
  {
    usage: "user passkeys remove <id|email> <passkey>",
    about:
      "Remove a passkey of a user and end the sessions it opened; refused if it is the user's only sign-in method",
    flags: [yesFlag, ...userFlags],
    json: "RemoveUserPasskeyResponse",
    examples: [
      "svc user passkeys remove ada@example.com 0199c0de-1234-7abc-8def-0123456789ab --project acme",
    ],
    load: () => import("./user-passkeys-remove.ts"),
  },
  {
    usage: "user factors show <id|email>",
    about: "Show the second factors of a user",
    flags: userFlags,
    json: "GetUserFactorsResponse",
    examples: ["svc user factors show ada@example.com --project acme"],
    load: () => import("./user-factors-show.ts"),
  },
  {
    usage: "user factors reset <id|email>",
    about:
      "Remove the second factors of a user who has lost them and end all sessions; passkeys stay if they are the only sign-in method. First verify who is asking",
    flags: [yesFlag, ...userFlags],
    json: "ResetUserFactorsResponse",
    examples: ["svc user factors reset ada@example.com --project acme"],
    load: () => import("./user-factors-reset.ts"),
  },
];
