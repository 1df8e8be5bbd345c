import { callsSection } from "./calls/calls.ts";
import type { Section } from "./figure.ts";

type Entry = {
  what: string;
  /** Runs when no section is named. */
  isMain?: boolean;
  /** Runs only when it is named: a part of another section, or what needs an option. */
  isPart?: boolean;
  load: () => Promise<Section>;
};

/** Each is one file; `npm run bench -- <name>` runs one of them. */
export const sections: Readonly<Record<string, Entry>> = {
  calls: {
    what: "every hot RPC over JSON and gRPC at several numbers of clients, beside the machine's limits",
    isMain: true,
    load: async () => callsSection(),
  },
  peers: {
    what: "the same operations of better-auth and PocketBase, beside ours",
    isMain: true,
    load: async () => (await import("./peers/side-by-side.ts")).sideBySide,
  },
  storm: {
    what: "other calls while ten times as many sign-ins arrive as can be hashed",
    isMain: true,
    load: async () => (await import("./storm.ts")).storm,
  },
  open: {
    what: "calls that arrive at fixed rates, up to twice of what the server can answer, on both engines",
    load: async () => (await import("./open/open.ts")).open,
  },
  keyless: {
    what: "/healthz while every path that needs no key is asked for again and again",
    load: async () => (await import("./keyless.ts")).keyless,
  },
  growth: {
    what: "the same operations, lists and searches at a thousand, 100 thousand and a million users",
    isMain: true,
    load: async () => (await import("./growth/growth.ts")).growth,
  },
  accounts: {
    what: "part of calls: sign-ups, sign-ins, refreshes, GetMe, guests",
    isPart: true,
    load: async () => callsSection(["SignUp", "SignIn", "RefreshToken", "GetMe", "SignInAnonymously"]),
  },
  introspection: {
    what: "part of calls: IntrospectToken",
    isPart: true,
    load: async () => callsSection(["IntrospectToken", "IntrospectToken, new token"]),
  },
  "email-codes": {
    what: "sign-ins with a code by email, on SQLite, beside better-auth",
    load: async () => (await import("./email-codes.ts")).emailCodes,
  },
  passkeys: {
    what: "sign-ins with a passkey, on both engines",
    load: async () => (await import("./passkeys.ts")).passkeys,
  },
  storage: {
    what: "durable write transactions on SQLite, beside bare node:sqlite",
    load: async () => (await import("./storage.ts")).storage,
  },
  postgres: {
    what: "durable write transactions on PostgreSQL",
    load: async () => (await import("./postgres.ts")).postgres,
  },
  cost: {
    what: "what frequent calls cost on PostgreSQL: round trips, CPU, log, updates in place",
    load: async () => (await import("./cost/cost.ts")).cost,
  },
  against: {
    what: "calls per second of CPU time, beside another version (--against DIR)",
    isPart: true,
    load: async () => (await import("./against/against.ts")).against,
  },
  users: {
    what: "lists, searches of rare and common texts, and imports, on both engines",
    load: async () => (await import("./users.ts")).users,
  },
  guests: {
    what: "the deletion of 100,000 stale guests, on both engines",
    load: async () => (await import("./guests.ts")).guests,
  },
  stats: {
    what: "statistics and the event log of a year, on both engines",
    load: async () => (await import("./stats.ts")).stats,
  },
  billing: {
    what: "notifications of stores, snapshots and entitlements, on both engines",
    load: async () => (await import("./billing.ts")).billing,
  },
  enumeration: {
    what: "whether the time of an answer tells whether an email address is registered",
    load: async () => (await import("./enumeration.ts")).enumeration,
  },
  "start-up": {
    what: "how long a person waits for a command",
    load: async () => (await import("./start-up.ts")).startUp,
  },
  binary: {
    what: "the executable: start to first answer, memory idle and after a million calls",
    load: async () => (await import("./binary.ts")).binary,
  },
  backup: {
    what: "backup and restore of 100,000 users, on both engines",
    load: async () => (await import("./backup.ts")).backup,
  },
};

export function helpText(): string {
  const rows = Object.entries(sections).map(([name, { what, isMain }]) => {
    return `  ${isMain ? "*" : " "} ${name.padEnd(14)} ${what}\n`;
  });
  return `For example, the calls and nothing else, in a minute (its figures prove nothing):

  npm run bench -- calls --quick

Without a name the sections with a * run; with --all, all of them.

${rows.join("")}
  --quick        short runs that show whether it works
  --rounds N     the median of N rounds counts (5; with --quick 1)
  --users N      the most users of growth, users, guests and backup (1,000,000; guests and backup 100,000)
  --against DIR  the other version of against: a clone with its packages installed
  --workers N    calls, peers and storm with svc serve --workers N, on a PostgreSQL of its own
  --json FILE    also writes all figures of this run to FILE
  --write-docs   writes docs/performance.md from the last figures of each section

Every run leaves its figures in bench/results/<section>.json. bench/README.md tells how to read them.
`;
}
