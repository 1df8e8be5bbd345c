import type { App } from "../../app.ts";
import type { ListedMail, MailState } from "../../storage/db.ts";
import { listMails as listInState, type MailFilter } from "../../storage/listed-mails.ts";
import { canonicalEmail } from "../accounts/email.ts";
import { type Page, pageOf, readCursor } from "../paging.ts";
import { requireProjectNamed } from "../projects/find-project.ts";

const UNSENT: readonly MailState[] = ["waiting", "failed"];

type ListInput = { pageSize: number; pageToken: string; project: string; recipient: string };

/**
 * Emails of the whole instance in a state, newest first. Without one, those that are waiting or have failed. Only those
 * of a project or to an address, if they are given.
 */
export async function listMails(
  app: Pick<App, "db" | "secretBox">,
  state: MailState | undefined,
  input: ListInput,
): Promise<Page<ListedMail>> {
  const filter = await filterOf(app, input);
  const list = ["unsent_mail", state ?? "", ...filterNames(filter)].join(" ");
  const cursor = readCursor(app, list, input);
  const found: ListedMail[] = [];
  for (const each of state === undefined ? UNSENT : [state]) {
    found.push(...(await listInState(app.db, each, filter, cursor.after, cursor.limit + 1)));
  }
  // Each state has its own index; the newest rows of both are the page.
  const rows = found.sort(newestFirst).slice(0, cursor.limit + 1);
  return pageOf(app, list, cursor, rows);
}

async function filterOf(
  app: Pick<App, "db">,
  { project, recipient }: Pick<ListInput, "project" | "recipient">,
): Promise<MailFilter> {
  return {
    ...(project !== "" && { projectId: (await requireProjectNamed(app, project)).id }),
    ...(recipient !== "" && { recipient: canonicalEmail(recipient) ?? recipient }),
  };
}

/** A page token belongs to what is listed. */
function filterNames({ projectId, recipient }: MailFilter): string[] {
  const names = {
    ...(projectId !== undefined && { projectId }),
    ...(recipient !== undefined && { recipient }),
  };
  return Object.keys(names).length === 0 ? [] : [JSON.stringify(names)];
}

function newestFirst(a: ListedMail, b: ListedMail): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
}
