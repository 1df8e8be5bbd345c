import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export type Families = {
  /** Sessions with two tokens that can be used, and tokens with two successors. */
  forked: number;
  /** Why sessions ended, one reason for each. */
  revoked: string[];
  rotated: number;
  /** All that were ever opened and made, whatever became of them. */
  sessions: number;
  users: number;
};

/** What the server's database says about the sessions of a project. The only place that knows its tables. */
export function families(dataDir: string, slug: string): Families {
  const db = new DatabaseSync(join(dataDir, "svc.db"), { readOnly: true });
  const count = (sql: string) => Number(db.prepare(`select count(*) as n from (${sql})`).get(slug)?.n);
  const tokens = "select * from refresh_tokens where project_id = (select id from projects where slug = ?)";
  const unused = `select session_id from (${tokens}) where consumed_at is null group by session_id having count(*) > 1`;
  const twice = `select predecessor_hash from (${tokens}) where predecessor_hash is not null group by predecessor_hash having count(*) > 1`;
  const ended =
    "select revoked_reason from sessions where revoked_at is not null and project_id = (select id from projects where slug = ?)";
  const ofProject = (table: string) =>
    count(`select id from ${table} where project_id = (select id from projects where slug = ?)`);
  try {
    return {
      sessions: ofProject("sessions"),
      users: ofProject("users"),
      forked: count(unused) + count(twice),
      revoked: db
        .prepare(ended)
        .all(slug)
        .map((row) => String(row.revoked_reason)),
      rotated: count(`select hash from (${tokens}) where consumed_at is not null`),
    };
  } finally {
    db.close();
  }
}
