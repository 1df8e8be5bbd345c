import { type Kysely, sql } from "kysely";
import { BYTEWISE } from "./bytewise.ts";
import type { Db, Millis } from "./db.ts";
import { engineOf } from "./engine.ts";
import { finishNewSchema } from "./finish-schema.ts";
import * as foundation from "./migrations/0001-foundation.ts";
import * as userSearch from "./migrations/0002-user-search.ts";
import * as pushDevices from "./migrations/0003-push-devices.ts";
import * as themes from "./migrations/0004-themes.ts";
import * as analytics from "./migrations/0005-analytics.ts";
import * as adminInvites from "./migrations/0006-admin-invites.ts";
import * as providerSecrets from "./migrations/0007-provider-secrets.ts";
import * as socialSignIn from "./migrations/0008-social-sign-in.ts";
import * as userOrders from "./migrations/0009-user-orders.ts";
import * as certificates from "./migrations/0010-certificates.ts";
import * as billing from "./migrations/0011-billing.ts";
import * as ofOneUser from "./migrations/0012-of-one-user.ts";
import * as usedTokens from "./migrations/0013-used-tokens.ts";
import * as predecessors from "./migrations/0014-predecessors.ts";
import * as accountRecovery from "./migrations/0015-account-recovery.ts";
import * as deviceTokens from "./migrations/0016-device-tokens.ts";
import * as hashCounts from "./migrations/0017-hash-counts.ts";
import * as administrators from "./migrations/0018-administrators.ts";
import * as unsentMail from "./migrations/0019-unsent-mail.ts";
import * as oneTimePurchases from "./migrations/0020-one-time-purchases.ts";
import * as subscriptionMilestones from "./migrations/0021-subscription-milestones.ts";
import * as standByKeys from "./migrations/0022-stand-by-keys.ts";
import * as sessionTokens from "./migrations/0023-session-tokens.ts";
import * as openingAttempts from "./migrations/0024-opening-attempts.ts";
import * as activity from "./migrations/0025-activity.ts";
import * as adminRoles from "./migrations/0026-admin-roles.ts";
import * as eventPeople from "./migrations/0027-event-people.ts";
import * as userJobs from "./migrations/0029-user-jobs.ts";
import * as secureDeletion from "./migrations/0030-secure-deletion.ts";
import * as erasures from "./migrations/0031-erasures.ts";
import * as retention from "./migrations/0033-retention.ts";
import * as deletionGrace from "./migrations/0034-deletion-grace.ts";
import * as oldSecretKeys from "./migrations/0035-old-secret-keys.ts";
import * as oneTimeCodes from "./migrations/0036-one-time-codes.ts";
import * as codeExpiry from "./migrations/0037-code-expiry.ts";
import * as erasedOwners from "./migrations/0038-erased-owners.ts";
import * as passkeys from "./migrations/0039-passkeys.ts";
import * as adminPasskeys from "./migrations/0040-admin-passkeys.ts";
import * as secondFactors from "./migrations/0041-second-factors.ts";
import * as adminFactors from "./migrations/0042-admin-factors.ts";
import * as languages from "./migrations/0043-languages.ts";
import * as bounces from "./migrations/0044-bounces-and-cancelled-mail.ts";
import * as disabledUsers from "./migrations/0045-disabled-users.ts";

export type Migration = Readonly<{
  name: string;
  up: (db: Kysely<unknown>) => Promise<void>;
  /**
   * Indexes of tables that may be large. They are built after all migrations, beside running calls. BYTEWISE stands for
   * the engine's `binaryCollation`.
   */
  indexes?: readonly string[];
  /**
   * The tables of the last release that nobody can use on PostgreSQL while `up` runs, which takes a moment. Undefined
   * for migrations of before 0.1.0, which may take long.
   */
  locks?: readonly string[];
}>;

/**
 * In the order they run. Once released, a migration is never edited: write the next one. A migration only adds to what
 * the last release uses, because replicas of that release may still run (ADR 0055).
 */
export const migrations: readonly Migration[] = [
  { name: "0001-foundation", up: foundation.up },
  { name: "0002-user-search", up: userSearch.up },
  { name: "0003-push-devices", up: pushDevices.up },
  { name: "0004-themes", up: themes.up },
  { name: "0005-analytics", up: analytics.up },
  { name: "0006-admin-invites", up: adminInvites.up },
  { name: "0007-provider-secrets", up: providerSecrets.up },
  { name: "0008-social-sign-in", up: socialSignIn.up },
  { name: "0009-user-orders", up: userOrders.up },
  { name: "0010-certificates", up: certificates.up },
  { name: "0011-billing", up: billing.up },
  { name: "0012-of-one-user", up: ofOneUser.up },
  { name: "0013-used-tokens", up: usedTokens.up },
  { name: "0014-predecessors", up: predecessors.up },
  { name: "0015-account-recovery", up: accountRecovery.up },
  { name: "0016-device-tokens", up: deviceTokens.up },
  { name: "0017-hash-counts", up: hashCounts.up },
  { name: "0018-administrators", up: administrators.up },
  { name: "0019-unsent-mail", up: unsentMail.up },
  { name: "0020-one-time-purchases", up: oneTimePurchases.up },
  { name: "0021-subscription-milestones", up: subscriptionMilestones.up },
  { name: "0022-stand-by-keys", up: standByKeys.up },
  { name: "0023-session-tokens", ...sessionTokens },
  { name: "0024-opening-attempts", ...openingAttempts },
  { name: "0025-activity", ...activity },
  { name: "0026-admin-roles", ...adminRoles },
  { name: "0027-event-people", ...eventPeople },
  { name: "0029-user-jobs", ...userJobs },
  { name: "0030-secure-deletion", ...secureDeletion },
  { name: "0031-erasures", ...erasures },
  { name: "0033-retention", ...retention },
  { name: "0034-deletion-grace", ...deletionGrace },
  { name: "0035-old-secret-keys", ...oldSecretKeys },
  { name: "0036-one-time-codes", ...oneTimeCodes },
  { name: "0037-code-expiry", ...codeExpiry },
  { name: "0038-erased-owners", ...erasedOwners },
  { name: "0039-passkeys", ...passkeys },
  { name: "0040-admin-passkeys", ...adminPasskeys },
  { name: "0041-second-factors", ...secondFactors },
  { name: "0042-admin-factors", ...adminFactors },
  { name: "0043-languages", ...languages },
  { name: "0044-bounces-and-cancelled-mail", ...bounces },
  { name: "0045-disabled-users", ...disabledUsers },
];

/** The last migration of the last release. */
export const LAST_RELEASED = "0022-stand-by-keys";

/** The database was written by a newer svc; running this one on it could lose what it does not know. */
export class DatabaseFromTheFutureError extends Error {
  override readonly name = "DatabaseFromTheFutureError";
}

type Ledger = { migrations: { name: string; appliedAt: Millis } };

/**
 * Brings the schema up to date. Each migration is one transaction together with its line in the
 * ledger, so a process killed half-way continues where it stopped. Two replicas migrate one after the other.
 */
export async function migrate(db: Db, now: Millis, steps: readonly Migration[] = migrations): Promise<void> {
  const applied = await refuseFuture(db, steps);
  for (const step of steps.filter(({ name }) => !applied.has(name))) {
    await engineOf(db).changeSchema(db, async (db) => {
      await sql`create table if not exists migrations (name text primary key, applied_at bigint not null)`.execute(
        db,
      );
      if (await isApplied(db, step.name)) return;
      await step.up(db as unknown as Kysely<unknown>);
      // Before the commit: those who wait for the tables would be the first to fail.
      if (step.locks !== undefined) await engineOf(db).endConnectionsOf01(db);
      await ledger(db).insertInto("migrations").values({ name: step.name, appliedAt: now }).execute();
    });
  }
  if (steps === migrations) await finishNewSchema(db);
  const { binaryCollation } = engineOf(db);
  const indexes = steps
    .flatMap(({ indexes = [] }) => indexes)
    .map((statement) => statement.replace(BYTEWISE, binaryCollation));
  if (indexes.length > 0) await engineOf(db).buildIndexes(db, indexes);
}

/** Reads alone. Returns the names of the migrations that the database has. */
export async function refuseFuture(db: Db, steps: readonly Migration[] = migrations): Promise<Set<string>> {
  if (!(await engineOf(db).hasTable(db, "migrations"))) return new Set();
  const rows = await ledger(db).selectFrom("migrations").select("name").orderBy("name").execute();
  const known = new Set(steps.map(({ name }) => name));
  const unknown = rows.find(({ name }) => !known.has(name));
  if (unknown) throw new DatabaseFromTheFutureError(`the database has the newer migration ${unknown.name}`);
  return new Set(rows.map(({ name }) => name));
}

async function isApplied(db: Db, name: string): Promise<boolean> {
  const row = await ledger(db)
    .selectFrom("migrations")
    .select("name")
    .where("name", "=", name)
    .executeTakeFirst();
  return row !== undefined;
}

function ledger(db: Db): Kysely<Ledger> {
  return db as unknown as Kysely<Ledger>;
}
