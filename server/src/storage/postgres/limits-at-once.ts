import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db.ts";
import { byHand, prepared, preparedFirst } from "../prepared.ts";
import { countInStreak, countInWindow } from "../rate-limits.ts";
import type { LimitSettlement, LimitTake } from "../single-statements.ts";

/** Statements by their shape: the kinds of their counters, in order. */
const statements = new Map<string, unknown>();

function statementOf<S>(shape: string, create: () => S): S {
  const known = (statements.get(shape) as S | undefined) ?? create();
  statements.set(shape, known);
  return known;
}

type Numbered = Record<string, unknown>;

/**
 * A counter is taken from only after the one before it, so all callers lock counters in the same order, and nothing is
 * taken behind a limit that is reached.
 */
export async function takeLimits(db: Db, takes: readonly LimitTake[]): Promise<number> {
  const shape = takes.map((take) => (take.by === "streak" ? take.pauseEndsAt.length : "window"));
  const statement = statementOf(`take ${shape}`, () => createTake(takes));
  const row = await statement(db, Object.assign({}, ...takes.map(numbered)));
  return Number(row?.taken ?? 0);
}

function createTake(takes: readonly LimitTake[]) {
  return preparedFirst((db, by: Numbered) => {
    const steps = takes.map((take, n) => {
      const earlier = n === 0 ? sql`true` : sql`exists (select 1 from ${step(n - 1)})`;
      return sql`${step(n)} as (${insertTake(restored(take, by, n), earlier)} returning 1)`;
    });
    const counts = takes.map((_, n) => sql`(select count(*) from ${step(n)})`);
    return byHand(
      db,
      sql<{ taken: number }>`with ${sql.join(steps)} select ${sql.join(counts, sql` + `)} as taken`,
    );
  });
}

/** Counts one, unless the limit is reached, and only if the condition holds. */
export function insertTake(take: LimitTake, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const blockedUntil = take.by === "streak" ? take.firstBlockedUntil : take.blockedUntil;
  return sql`insert into rate_limits (key, count, resets_at, blocked_until)
    select ${take.key}::text, 1, ${take.endsAt}::bigint, ${blockedUntil}::bigint where ${condition}
    ${take.by === "streak" ? countInStreak(take) : countInWindow(take)}`;
}

/** In the same order as the takes. */
export async function settleLimits(db: Db, settlements: readonly LimitSettlement[]): Promise<void> {
  const shape = settlements.map(({ how }) => how);
  const statement = statementOf(`settle ${shape}`, () => createSettlement(settlements));
  await statement(db, { keys: settlements.map(({ key }) => key) });
}

function createSettlement(settlements: readonly LimitSettlement[]) {
  return prepared((db, by: { keys: string[] }) => {
    const steps = settlements.map(({ how }, n) => {
      // Reads what the step before it did, which is therefore done first.
      const where = sql`key = ${by.keys[n]} and (select count(*) from ${n === 0 ? sql`(values (1)) as first` : step(n - 1)}) >= 0`;
      const change =
        how === "clear"
          ? sql`delete from rate_limits where ${where}`
          : sql`update rate_limits set count = count - 1, blocked_until = 0 where ${where} and count > 0`;
      return sql`${step(n)} as (${change} returning 1)`;
    });
    const last = step(settlements.length - 1);
    return byHand(db, sql`with ${sql.join(steps)} select count(*) from ${last}`);
  });
}

function step(n: number): RawBuilder<unknown> {
  return sql.ref(`step_${n}`);
}

/** The values of the n-th take under names of their own. */
function numbered(take: LimitTake, n: number): Numbered {
  return Object.fromEntries(Object.entries(take).map(([name, value]) => [`${name}${n}`, value]));
}

function restored(take: LimitTake, by: Numbered, n: number): LimitTake {
  const values = Object.keys(take).map((name) => [name, by[`${name}${n}`]]);
  return { ...Object.fromEntries(values), by: take.by } as LimitTake;
}
