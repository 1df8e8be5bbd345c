import { sql } from "kysely";
import type { Db, Millis } from "./db.ts";

/** By which time one-time purchases are counted. */
export type PurchaseMoment = "purchasedAt" | "refundedAt";

export type PurchaseSums = Readonly<{
  store: string;
  catalogId: string;
  currency: string;
  count: number;
  /** Whole units of the currency, and what is left in millionths. */
  units: number;
  micros: number;
}>;

export type PurchasePlace = Readonly<{ at: Millis; id: string }>;

/** What lies after the first place until the second, which is included, or until `to`. */
export type PurchaseSlice = Readonly<{ after: PurchasePlace; until: PurchasePlace | undefined; to: Millis }>;

/** The purchase `count` places after the given one by that time, or undefined when there are fewer. */
export async function findPurchasePlace(
  db: Db,
  projectId: string,
  moment: PurchaseMoment,
  slice: PurchaseSlice,
  count: number,
): Promise<PurchasePlace | undefined> {
  const row = await within(db, projectId, moment, slice)
    .select([moment, "id"])
    .orderBy(moment)
    .orderBy("id")
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return row && { at: row[moment] ?? 0, id: row.id };
}

/** Purchases that were paid, or refunded, in the slice, by what was bought. */
export function sumPurchases(
  db: Db,
  projectId: string,
  moment: PurchaseMoment,
  slice: PurchaseSlice,
  includeSandbox: boolean,
): Promise<PurchaseSums[]> {
  const states = moment === "purchasedAt" ? ["paid", "refunded"] : ["refunded"];
  let query = within(db, projectId, moment, slice)
    .select(({ fn }) => ["store", "catalogId", "currency", fn.countAll<number>().as("count")])
    .select([
      sql<number>`cast(sum(coalesce(price_micros, 0) / 1000000) as bigint)`.as("units"),
      sql<number>`cast(sum(coalesce(price_micros, 0) % 1000000) as bigint)`.as("micros"),
    ])
    .where("state", "in", states)
    .where("familyShared", "=", 0);
  if (!includeSandbox) query = query.where("environment", "=", "production");
  return query.groupBy(["store", "catalogId", "currency"]).execute();
}

function within(db: Db, projectId: string, moment: PurchaseMoment, { after, until, to }: PurchaseSlice) {
  const query = db
    .selectFrom("purchases")
    .where("projectId", "=", projectId)
    .where(moment, ">=", after.at)
    .where(moment, "<=", until?.at ?? to)
    .where((row) => row.or([row(moment, ">", after.at), row("id", ">", after.id)]));
  if (!until) return query;
  return query.where((row) => row.or([row(moment, "<", until.at), row("id", "<=", until.id)]));
}
