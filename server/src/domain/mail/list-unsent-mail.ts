import type { App } from "../../app.ts";
import type { UnsentMail, UnsentState } from "../../storage/db.ts";
import { listUnsentMail as listInState } from "../../storage/unsent-mail.ts";
import { type Page, pageOf, readCursor } from "../paging.ts";

const STATES: readonly UnsentState[] = ["waiting", "failed"];

/** Emails of the whole instance that are waiting or have failed, newest first, optionally in one state only. */
export async function listUnsentMail(
  app: Pick<App, "db" | "secretBox">,
  state: UnsentState | undefined,
  input: { pageSize: number; pageToken: string },
): Promise<Page<UnsentMail>> {
  const list = `unsent_mail ${state ?? ""}`;
  const cursor = readCursor(app, list, input);
  const found: UnsentMail[] = [];
  for (const each of state === undefined ? STATES : [state]) {
    found.push(...(await listInState(app.db, each, cursor.after, cursor.limit + 1)));
  }
  // Each state has its own index; the newest rows of both are the page.
  const rows = found.sort(newestFirst).slice(0, cursor.limit + 1);
  return pageOf(app, list, cursor, rows);
}

function newestFirst(a: UnsentMail, b: UnsentMail): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
}
