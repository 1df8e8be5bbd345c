import { type Kysely, sql } from "kysely";
import { dummyLike } from "../../crypto/foreign/foreign-hashes.ts";

const SLICE = 5_000;

/** How many users of a project have a password hash of which cost. Existing ones are counted here, once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table hash_counts (
        project_id text not null references projects (id) on delete cascade,
        kind text not null,
        shard bigint not null,
        users bigint not null,
        primary key (project_id, kind, shard)
      )`,
    )
    .execute(db);
  for (const [key, users] of await count(db)) {
    const [projectId = "", kind = ""] = key.split("\n");
    await sql`insert into hash_counts (project_id, kind, shard, users) values (${projectId}, ${kind}, 0, ${users})`.execute(
      db,
    );
  }
}

type Row = { id: string; projectId: string; passwordHash: string };

async function count(db: Kysely<unknown>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let last = ""; ; ) {
    const { rows } = await sql<Row>`
      select id, project_id, password_hash from users
      where password_hash is not null and id > ${last} order by id limit ${sql.lit(SLICE)}
    `.execute(db);
    for (const { projectId, passwordHash } of rows) {
      const key = `${projectId}\n${dummyLike(passwordHash)}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const end = rows.at(-1);
    if (!end) return counts;
    last = end.id;
  }
}
