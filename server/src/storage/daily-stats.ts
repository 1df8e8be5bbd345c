import { sql } from "kysely";
import type { DailyStatRow, Db, Millis, RollupRow } from "./db.ts";
import { engineOf } from "./engine.ts";

/** What was counted for the days from one to another, both included. */
export function listStats(
  db: Db,
  projectId: string,
  metrics: readonly string[],
  from: string,
  to: string,
): Promise<Omit<DailyStatRow, "projectId">[]> {
  return db
    .selectFrom("dailyStats")
    .select(["metric", "day", "key", "value"])
    .where("projectId", "=", projectId)
    .where("metric", "in", metrics)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .execute();
}

/** The last day up to `to` for which a metric was counted. */
export async function findLastCountedDay(
  db: Db,
  projectId: string,
  metric: string,
  to: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("dailyStats")
    .select("day")
    .where("projectId", "=", projectId)
    .where("metric", "=", metric)
    .where("day", "<=", to)
    .orderBy("day", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.day;
}

export async function deleteStats(
  db: Db,
  projectId: string,
  metrics: readonly string[],
  day: string,
): Promise<void> {
  await db
    .deleteFrom("dailyStats")
    .where("projectId", "=", projectId)
    .where("metric", "in", metrics)
    .where("day", "=", day)
    .execute();
}

/** For days that are not yet, after the time zone has moved to the west. */
export async function deleteStatsAfter(
  db: Db,
  projectId: string,
  metrics: readonly string[],
  day: string,
): Promise<void> {
  await db
    .deleteFrom("dailyStats")
    .where("projectId", "=", projectId)
    .where("metric", "in", metrics)
    .where("day", ">", day)
    .execute();
}

export async function insertStats(db: Db, rows: readonly DailyStatRow[]): Promise<void> {
  if (rows.length > 0) await db.insertInto("dailyStats").values(rows).execute();
}

/** Adds to what the day has already. */
export async function addToStat(db: Db, row: DailyStatRow): Promise<void> {
  await db
    .insertInto("dailyStats")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["projectId", "metric", "day", "key"])
        .doUpdateSet(({ eb }) => ({ value: eb("dailyStats.value", "+", row.value) })),
    )
    .execute();
}

/** The same, unless the project was deleted meanwhile. */
export async function addToExistingProject(
  db: Db,
  { projectId, value, ...row }: DailyStatRow,
): Promise<void> {
  await db
    .insertInto("dailyStats")
    .columns(["projectId", "metric", "day", "key", "value"])
    .expression((projects) =>
      projects
        .selectFrom("projects")
        .select([
          "id",
          sql<string>`cast(${row.metric} as text)`.as("metric"),
          sql<string>`cast(${row.day} as text)`.as("day"),
          sql<string>`cast(${row.key} as text)`.as("key"),
          sql<number>`cast(${value} as bigint)`.as("value"),
        ])
        .where("id", "=", projectId),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["projectId", "metric", "day", "key"])
        .doUpdateSet(({ eb }) => ({ value: eb("dailyStats.value", "+", value) })),
    )
    .execute();
}

export function findRollup(db: Db, projectId: string): Promise<RollupRow | undefined> {
  return db.selectFrom("rollups").selectAll().where("projectId", "=", projectId).executeTakeFirst();
}

/** Returns the project's rollup and locks it: no other transaction can change it until this one ends. */
export function lockRollup(db: Db, projectId: string): Promise<RollupRow | undefined> {
  return db
    .selectFrom("rollups")
    .selectAll()
    .where("projectId", "=", projectId)
    .modifyEnd(engineOf(db).rowLock("for update"))
    .executeTakeFirst();
}

/** Begins a project's rollup with nothing counted, if it has none and the project is there. */
export async function insertRollup(db: Db, projectId: string): Promise<void> {
  await db
    .insertInto("rollups")
    .columns(["projectId", "timezone", "countedUntil"])
    .expression(({ selectFrom, val, lit }) =>
      selectFrom("projects")
        .select(["projects.id", val("").as("timezone"), lit(0).as("countedUntil")])
        .where("projects.id", "=", projectId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function updateRollup(
  db: Db,
  projectId: string,
  changes: { timezone: string; countedUntil: Millis },
): Promise<void> {
  await db.updateTable("rollups").set(changes).where("projectId", "=", projectId).execute();
}
