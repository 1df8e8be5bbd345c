import { type RawBuilder, sql } from "kysely";

/** Values, or columns of the step. */
type Mark = Record<"projectId" | "day" | "since", string | RawBuilder<string>> & {
  longestGap: number | RawBuilder<number>;
};

/**
 * Marks the users of a step (with a column `user_id`) as active on a day, with the days since they were last active. The plain
 * twin is `markActive`.
 */
export function markedDay(
  users: RawBuilder<unknown>,
  { projectId, day, since, longestGap }: Mark,
): RawBuilder<{ one: number }> {
  return sql`(insert into user_active_days (project_id, user_id, day, gap)
    select ${projectId}::text, user_id, ${day}::text, coalesce(
      ${day}::date - (select max(known.day)::date from user_active_days as known
        where known.project_id = ${projectId} and known.user_id = users.user_id and known.day >= ${since}),
      ${longestGap}::int)
    from ${users} as users on conflict do nothing)`;
}
