import { type RawBuilder, sql } from "kysely";
import type { Db, Millis } from "./db.ts";

/** What is counted: until when, since when, and how long access goes on while a renewal is expected. */
export type MetricsRange = Readonly<{
  since: Millis;
  asOf: Millis;
  leewayMs: number;
  includeSandbox: boolean;
}>;

/** From after one id until another one, which is included. */
export type IdSlice = Readonly<{ after: string; until: string | undefined }>;

/** Money is summed in two parts: whole units and what is left in millionths. Neither outgrows a number. */
export type SubscriptionSums = Readonly<{
  store: string;
  tierId: string;
  productId: string;
  planId: string;
  currency: string;
  /** The period, by its length. */
  period: string;
  active: number;
  activeUnits: number;
  activeMicros: number;
  trialing: number;
  inBillingRetry: number;
  started: number;
  activeAtStart: number;
  churned: number;
  trialsEnded: number;
  trialsConverted: number;
  refunds: number;
  refundedUnits: number;
  refundedMicros: number;
}>;

const DAY_MS = 86_400_000;

/** Where the middle between two periods is, in days: a length belongs to the nearest. */
export const periodBounds = [
  ["P1W", 18.7],
  ["P1M", 45.7],
  ["P2M", 76.1],
  ["P3M", 137],
  ["P6M", 273.9],
] as const;

/** The id `count` places after the given one, or undefined when there are fewer. */
export async function findSubscriptionPlace(
  db: Db,
  projectId: string,
  after: string,
  count: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("subscriptions")
    .select("id")
    .where("projectId", "=", projectId)
    .where("id", ">", after)
    .orderBy("id")
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Figures of a slice of a project's subscriptions, by what was bought. The definitions are in `metric-definitions.ts`. */
export async function sumSubscriptions(
  db: Db,
  projectId: string,
  slice: IdSlice,
  range: MetricsRange,
): Promise<SubscriptionSums[]> {
  const { rows } = await sql<SubscriptionSums>`
    select store, tier_id, product_id, plan_id, currency, period,
      ${total(sql`active`)} as active,
      ${total(sql`active * (price / 1000000)`)} as active_units,
      ${total(sql`active * (price % 1000000)`)} as active_micros,
      ${total(sql`trialing`)} as trialing,
      ${total(sql`retrying`)} as in_billing_retry,
      ${total(sql`started`)} as started,
      ${total(sql`at_start`)} as active_at_start,
      ${total(sql`at_start * ended`)} as churned,
      ${total(sql`converted + lapsed_trial`)} as trials_ended,
      ${total(sql`converted`)} as trials_converted,
      ${total(sql`refunded`)} as refunds,
      ${total(sql`refunded * (price / 1000000)`)} as refunded_units,
      ${total(sql`refunded * (price % 1000000)`)} as refunded_micros
    from (${flagged(projectId, slice, range)}) as flagged
    group by store, tier_id, product_id, plan_id, currency, period`.execute(db);
  return rows;
}

/** Each subscription of the slice with 1 or 0 for each figure that it counts for. */
function flagged(projectId: string, slice: IdSlice, range: MetricsRange): RawBuilder<unknown> {
  const inRange = (at: RawBuilder<unknown>) => sql`${at} >= ${range.since} and ${at} <= ${range.asOf}`;
  return sql`
    select store, tier_id, product_id, plan_id, currency, coalesce(price_micros, 0) as price,
      ${periodByLength()} as period,
      ${flag(sql`live = 1 and is_trial = 0 and paid_at is not null`)} as active,
      ${flag(sql`live = 1 and is_trial = 1 and state <> 'grace_period'`)} as trialing,
      ${flag(sql`state in ('grace_period', 'on_hold')`)} as retrying,
      ${flag(inRange(sql`begun_at`))} as started,
      ${flag(sql`paid_at < ${range.since} and access_until >= ${range.since} and state <> 'pending'
        and (state <> 'revoked' or revoked_at >= ${range.since})`)} as at_start,
      ${flag(sql`live = 0 and state in ('expired', 'revoked', 'canceled')`)} as ended,
      ${flag(sql`had_trial = 1 and ${inRange(sql`paid_at`)}`)} as converted,
      ${flag(sql`had_trial = 1 and paid_at is null and live = 0 and state in ('expired', 'revoked', 'canceled')
        and ${inRange(sql`ended_at`)}`)} as lapsed_trial,
      ${flag(sql`paid_at is not null and ${inRange(sql`revoked_at`)}`)} as refunded
    from (${withAccess(projectId, slice, range)}) as told`;
}

/** What another one has replaced, what is shared in a family and what ended before the period counts for nothing. */
function withAccess(
  projectId: string,
  { after, until }: IdSlice,
  { since, asOf, leewayMs, includeSandbox }: MetricsRange,
): RawBuilder<unknown> {
  return sql`
    select store, tier_id, product_id, plan_id, currency, price_micros, period_start, period_end, is_trial, state,
      begun_at, paid_at, had_trial, revoked_at, access_until,
      ${flag(sql`state in ('trialing', 'active', 'canceled', 'grace_period')
        and access_until + will_renew * ${leewayMs} > ${asOf}`)} as live,
      case when state = 'revoked' then revoked_at else access_until end as ended_at
    from subscriptions
    where project_id = ${projectId} and id > ${after}${until === undefined ? sql`` : sql` and id <= ${until}`}
      and superseded_by is null and family_shared = 0
      and (state not in ('expired', 'revoked') or access_until >= ${since} or revoked_at >= ${since})
      ${includeSandbox ? sql`` : sql`and environment = 'production'`}`;
}

function periodByLength(): RawBuilder<unknown> {
  const cases = periodBounds.map(
    ([period, days]) =>
      sql`when period_end - period_start < ${sql.lit(Math.round(days * DAY_MS))} then ${sql.lit(period)}`,
  );
  return sql`case ${sql.join(cases, sql` `)} else 'P1Y' end`;
}

function flag(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${condition} then 1 else 0 end`;
}

function total(term: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cast(sum(${term}) as bigint)`;
}
