import type { CommandSpec } from "../command.ts";
import { type Flag, projectFlag, remoteFlags, yesFlag } from "../flags.ts";

const flags: readonly Flag[] = [projectFlag, ...remoteFlags];

/** Entitlements of a user, and grants. */
export const grantRows: readonly CommandSpec[] = [
  {
    usage: "billing entitlements list <id|email>",
    about: "List all entitlements, whether the user has them, and their source",
    flags,
    json: "GetUserEntitlementsResponse",
    examples: ["svc billing entitlements list ada@example.com --project acme"],
    load: () => import("./billing-entitlements-list.ts"),
  },
  {
    usage: "billing grants list <id|email>",
    about: "List the grants of a user",
    flags,
    json: '{"grants": [{"id", "entitlementId", "expiresAt", "reason", "grantedBy", "createdAt"}]}',
    examples: ["svc billing grants list ada@example.com --project acme"],
    load: () => import("./billing-grants-list.ts"),
  },
  {
    usage: "billing grants add <id|email> <entitlement>",
    about: "Grant a user an entitlement without a purchase, and print the ID of the grant",
    flags: [
      {
        name: "expires-at",
        value: "time",
        about: "when it ends: 2027-01-31, which is midnight UTC, or 2027-01-31T12:00:00Z; never by default",
      },
      { name: "reason", value: "text", about: "why, at most 200 characters" },
      ...flags,
    ],
    json: "GrantEntitlementResponse",
    examples: [
      "svc billing grants add ada@example.com pro --project acme --expires-at 2027-01-31 --reason 'beta tester'",
    ],
    load: () => import("./billing-grants-add.ts"),
  },
  {
    usage: "billing grants revoke <grant>",
    about: "Revoke a grant",
    flags: [yesFlag, ...flags],
    json: '{"id", "revoked"}',
    examples: ["svc billing grants revoke 0199c0de-1234-7abc-8def-0123456789ab --project acme"],
    load: () => import("./billing-grants-revoke.ts"),
  },
];
