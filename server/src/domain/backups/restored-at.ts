import type { App } from "../../app.ts";
import type { Session } from "../../storage/db.ts";
import { findRestoredAt } from "../../storage/restored-at.ts";

const DAY_MS = 86_400_000;
const REMEMBERED_MS = 30 * DAY_MS;

/**
 * Whether a restored backup may be older than the session's tokens: the session was opened before the restore, at most
 * 30 days ago, and has not been refreshed since. Then a token that the database does not know is no sign of theft.
 */
export async function isOlderThanRestore(app: Pick<App, "clock" | "db">, session: Session): Promise<boolean> {
  const restoredAt = await findRestoredAt(app.db);
  if (restoredAt === undefined || restoredAt < app.clock() - REMEMBERED_MS) return false;
  return session.createdAt < restoredAt && (session.rotatedAt ?? 0) < restoredAt;
}
