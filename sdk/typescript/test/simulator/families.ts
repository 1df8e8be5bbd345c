import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Sessions, each counted once. */
export type Families = {
  /** Ended because the server took a token for stolen. */
  reused: number;
  /** Which refused a call that it took for a late one, and went on. */
  lateRepeated: number;
  /** All that were opened, and all guests that were made, whatever became of them. */
  sessions: number;
  guests: number;
};

/** What the server's database says about the sessions of a project. The only place that knows its tables. */
export function families(dataDir: string, slug: string): Families {
  const db = new DatabaseSync(join(dataDir, "svc.db"), { readOnly: true });
  const count = (what: string) =>
    Number(db.prepare(`${what} and project_id = (select id from projects where slug = ?)`).get(slug)?.n);
  try {
    return {
      sessions: count("select count(*) as n from sessions where 1"),
      guests: count("select count(*) as n from users where 1"),
      reused: count("select count(*) as n from sessions where revoked_reason = 'reuse'"),
      lateRepeated: count(
        "select count(distinct data ->> 'session_id') as n from events where kind = 'session.late_repeat'",
      ),
    };
  } finally {
    db.close();
  }
}
