import { type RawBuilder, sql } from "kysely";

/** The project if it is as it was read, for a `with`: nothing is done for one that has changed. */
export function unchangedProject(by: {
  projectId: string | RawBuilder<string>;
  version: string | null | RawBuilder<string | null>;
}): RawBuilder<{ one: number }> {
  return sql`(select 1 as one from projects where id = ${by.projectId} and deleted_at is null
    and (${by.version}::text is null or xmin::text = ${by.version}))`;
}
