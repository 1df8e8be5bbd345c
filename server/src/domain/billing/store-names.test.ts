import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const home = join(import.meta.dirname, "../../../..");

/** Folders that belong to one store; in them it may be named. */
const ITS_OWN = /\/(app-store|play-store|stripe)(\/|\.ts$)/;

/** How code names a store. What people read, such as "the App Store", is prose and may say it. */
const NAMED =
  /\bAPP_STORE\b|\bPLAY_STORE\b|\bSTRIPE\b|app[_-]store|play[_-]store|[aA]ppStore|[pP]layStore|stripe|Stripe(?=[A-Z])/;

/** The lists: what a fourth store touches outside its folders, besides the contract, as docs/adr/0046 says. */
const LISTS = [
  "server/src/domain/billing/stores.ts",
  "server/src/providers/stores.ts",
  "cli/src/stores.ts",
  "console/src/pages/billing/stores.ts",
];

/** What names a store for a reason of its own, and what a fourth store need not touch. */
const ALLOWED: Readonly<Record<string, string>> = {
  "server/src/config/keys/development-keys.ts":
    "variables that name a stand-in for each store in development, as released",
  "server/src/config/load-config.ts": "reads those variables",
  "cli/src/remote/provider-origins.ts": "reads them on the command line",
  "server/src/storage/rows/billing.ts": "a column and a table that only Stripe uses",
  "server/src/storage/billing-accounts.ts": "the queries of that column",
  "server/src/domain/billing/billing-account.ts": "an account begins without a value in that column",
  "server/src/rpc/server/encode-user-export.ts": "the value of that column, for the person whose it is",
  "server/src/storage/stripe-cancellations.ts": "the queries of that table",
  "server/src/storage/db.ts": "exports the types of the rows",
  "server/src/domain/analytics/admin-event-kinds.ts": "the reference says which store an event has",
  "server/src/domain/analytics/billing-event-kinds.ts": "the same",
  "server/src/storage/play-revocations.ts": "a query that only Google's adapter makes",
  "server/src/providers/google-account.ts": "the type of Google's service account",
  "server/src/storage/billing-inbox.ts": "a search must not find Google's purchase tokens",
  "server/src/storage/migrations/0011-billing.ts": "a migration is never changed",
  "console/src/pages/billing/selling-card.tsx": "two settings of the contract that only Stripe uses",
  "cli/src/setup/app-store-connect.ts": "Apple's API for apps, which signing in with Apple uses too",
  "cli/src/setup/apple-app-id.ts": "signing in with Apple",
  "cli/src/setup/apple-input.ts": "signing in with Apple",
  "cli/src/setup/setup-rows.ts": "examples in the help",
  "cli/src/setup/billing-input.ts": "an example in a message",
  "cli/src/remote/tool-rows.ts": "an example in the help",
  "cli/src/remote/billing-rows.ts": "examples in the help, and a format of files",
  "cli/src/remote/billing-import.ts": "a format of files: what Stripe exports",
  "cli/src/remote/subscription-import/formats.ts": "that format",
  "cli/src/remote/subscription-import/recognise.ts": "that format",
  "cli/src/remote/subscription-import/stripe-row.ts": "that format",
  "cli/src/remote/subscription-import/revenuecat-row.ts": "how RevenueCat names the stores in its export",
};

test("generic code names no store", () => {
  const files = ["server/src", "cli/src", "console/src"].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: home }).filter(
      (file) => !/\.test\.ts$|\/testing\/|\/strings\//.test(file) && !ITS_OWN.test(file),
    ),
  );
  expect(files.length).toBeGreaterThan(500);
  const naming = files.flatMap((file) => {
    const lines = withoutComments(readFileSync(join(home, file), "utf8")).split("\n");
    const found = lines.findIndex((line) => NAMED.test(line));
    return found < 0 ? [] : [`${file}: ${lines[found]?.trim()}`];
  });
  const known = new Set([...LISTS, ...Object.keys(ALLOWED)]);
  expect(naming.filter((line) => !known.has(line.slice(0, line.indexOf(":"))))).toEqual([]);
  const stale = [...known].filter((file) => !naming.some((line) => line.startsWith(`${file}:`)));
  expect(stale).toEqual([]);
});

test("the ADR says which files a fourth store touches", () => {
  const adr = readFileSync(join(home, "docs/adr/0046-stores-are-self-contained.md"), "utf8");
  const told = [...adr.matchAll(/^\| \d \| `([^`]+)`/gm)].map(([, file]) => file);
  expect(told.filter((file) => !file?.endsWith(".proto"))).toEqual(LISTS);
  expect(told.length).toBeLessThanOrEqual(6);
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|\s)\/\/.*$/gm, "");
}
