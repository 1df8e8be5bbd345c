import { type Kysely, sql } from "kysely";

/**
 * Who was erased and when, without a foreign key: the rows outlive the user and the project. They are ordered by the
 * time at which they were written, because a restore writes erasures of the past.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create table erasures (
    recorded_at bigint not null,
    project_id text not null,
    user_id text not null,
    erased_at bigint not null,
    primary key (recorded_at, project_id, user_id, erased_at)
  )`)
    .execute(db);
}

export const locks: readonly string[] = [];
