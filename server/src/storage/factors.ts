import type { MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db, Millis, TotpFactorRow } from "./db.ts";
import { engineOf } from "./engine.ts";
import { preparedFirst } from "./prepared.ts";
import type { FactorFailureRow, RecoveryCodeRow } from "./rows/factors.ts";

type OfUser = Readonly<{ projectId: string; userId: string }>;

const totpOf = preparedFirst((db, by: OfUser) =>
  db
    .selectFrom("totpFactors")
    .selectAll()
    .where("projectId", "=", by.projectId)
    .where("userId", "=", by.userId),
);

export function findTotpFactor(
  db: Db,
  { projectId, userId }: OfUser,
): MaybePromise<TotpFactorRow | undefined> {
  return totpOf(db, { projectId, userId });
}

/** Replaces the one that the user has. */
export async function putTotpFactor(db: Db, factor: TotpFactorRow): Promise<void> {
  const { userId, projectId, ...values } = factor;
  await db
    .insertInto("totpFactors")
    .values({ userId, projectId, ...values })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet(values))
    .execute();
}

/** Accepts the code of a step once. Returns false when it, or a later one, was used before. */
export async function useTotpStep(
  db: Db,
  { projectId, userId }: OfUser,
  { step, secretSealed, now }: { step: number; secretSealed: string; now: Millis },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("totpFactors")
    .set({ lastStep: step, lastUsedAt: now })
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .where("secretSealed", "=", secretSealed) // another app may have been enrolled meanwhile
    .where("lastStep", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What was removed of a user's factors. */
export type DeletedFactors = Readonly<{ hadTotp: boolean; hadRecoveryCodes: boolean }>;

/** The authenticator app and the recovery codes, or what was added since a time. Counted failures go with all. */
export async function deleteFactors(
  db: Db,
  { projectId, userId }: OfUser,
  since: Millis = 0,
): Promise<DeletedFactors> {
  // First, as when a code is checked, so that the two cannot deadlock.
  if (since === 0) {
    await db
      .deleteFrom("factorFailures")
      .where("projectId", "=", projectId)
      .where("userId", "=", userId)
      .execute();
  }
  const hadTotp = await deleteAddedSince(db, "totpFactors", { projectId, userId }, since);
  const hadRecoveryCodes = await deleteAddedSince(db, "recoveryCodes", { projectId, userId }, since);
  return { hadTotp, hadRecoveryCodes };
}

async function deleteAddedSince(
  db: Db,
  table: "totpFactors" | "recoveryCodes",
  { projectId, userId }: OfUser,
  since: Millis,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .where("createdAt", ">=", since)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function replaceRecoveryCodes(
  db: Db,
  { projectId, userId }: OfUser,
  macs: readonly string[],
  now: Millis,
): Promise<void> {
  await db
    .deleteFrom("recoveryCodes")
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .execute();
  if (macs.length === 0) return;
  const codes = macs.map(
    (mac): RecoveryCodeRow => ({ userId, projectId, mac, createdAt: now, usedAt: null }),
  );
  await db.insertInto("recoveryCodes").values(codes).execute();
}

/** Returns false when there is no such code, or it was used before. */
export async function useRecoveryCode(
  db: Db,
  { projectId, userId }: OfUser,
  mac: string,
  now: Millis,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("recoveryCodes")
    .set({ usedAt: now })
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .where("mac", "=", mac)
    .where("usedAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countRecoveryCodes(db: Db, { projectId, userId }: OfUser): Promise<number> {
  const { count } = await db
    .selectFrom("recoveryCodes")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .where("usedAt", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Failures = Pick<FactorFailureRow, "projectId" | "userId" | "factor">;

/** The times of wrong proofs. Nobody else reads or adds any until the transaction ends. */
export async function lockFactorFailures(db: Db, { projectId, userId, factor }: Failures): Promise<Millis[]> {
  const lock = () =>
    db
      .selectFrom("factorFailures")
      .select("times")
      .where("projectId", "=", projectId)
      .where("userId", "=", userId)
      .where("factor", "=", factor)
      .modifyEnd(engineOf(db).rowLock("for update"))
      .executeTakeFirst();
  const known = await lock();
  if (known) return JSON.parse(known.times);
  await db
    .insertInto("factorFailures")
    .values({ projectId, userId, factor, times: "[]" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return JSON.parse((await lock())?.times ?? "[]");
}

export async function writeFactorFailures(
  db: Db,
  { projectId, userId, factor }: Failures,
  times: readonly Millis[],
): Promise<void> {
  await db
    .updateTable("factorFailures")
    .set({ times: JSON.stringify(times) })
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .where("factor", "=", factor)
    .execute();
}
