import type { App } from "../../app.ts";
import type { ListedMail, MailState } from "../../storage/db.ts";
import { listMails as listInState } from "../../storage/listed-mails.ts";
import { type Page, pageOf, readCursor } from "../paging.ts";

const UNSENT: readonly MailState[] = ["waiting", "failed"];

/** Emails of the whole instance in a state, newest first. Without one, those that are waiting or have failed. */
export async function listMails(
  app: Pick<App, "db" | "secretBox">,
  state: MailState | undefined,
  input: { pageSize: number; pageToken: string },
): Promise<Page<ListedMail>> {
  const list = `unsent_mail ${state ?? ""}`;
  const cursor = readCursor(app, list, input);
  const found: ListedMail[] = [];
  for (const each of state === undefined ? UNSENT : [state]) {
    found.push(...(await listInState(app.db, each, cursor.after, cursor.limit + 1)));
  }
  // Each state has its own index; the newest rows of both are the page.
  const rows = found.sort(newestFirst).slice(0, cursor.limit + 1);
  return pageOf(app, list, cursor, rows);
}

function newestFirst(a: ListedMail, b: ListedMail): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
}
