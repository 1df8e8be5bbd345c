import type { App } from "../../app.ts";
import { countEvents } from "../../storage/events.ts";
import { countMails } from "../../storage/listed-mails.ts";
import { listAllProjects } from "../../storage/projects.ts";
import { type RelayStatus, relayStatus } from "./relay-status.ts";

/** As long as sent emails are kept. */
const SUPPRESSED_MS = 7 * 86_400_000;

type Counts = Record<"waiting" | "sent" | "failed" | "suppressed", number>;

export type MailSummary = Readonly<{ relay: RelayStatus; projects: readonly ({ slug: string } & Counts)[] }>;

/** How many emails wait, were sent, failed and were suppressed, in each project that has any and in the instance. */
export async function mailSummary(app: Pick<App, "clock" | "db">): Promise<MailSummary> {
  const projects = await listAllProjects(app.db);
  const counts = new Map<string | null, Counts>();
  const add = (projectId: string | null, what: keyof Counts, count: number): void => {
    const known = counts.get(projectId) ?? { waiting: 0, sent: 0, failed: 0, suppressed: 0 };
    counts.set(projectId, { ...known, [what]: count });
  };
  for (const state of ["waiting", "sent", "failed"] as const) {
    for (const { projectId, count } of await countMails(app.db, state)) add(projectId, state, Number(count));
  }
  const now = app.clock();
  for (const { id } of projects) {
    const [found] = await countEvents(app.db, id, ["mail.suppressed"], now - SUPPRESSED_MS, now + 1);
    if (found) add(id, "suppressed", Number(found.count));
  }
  const named = [{ id: null, slug: "" }, ...projects].flatMap(({ id, slug }) => {
    const known = counts.get(id);
    return known ? [{ slug, ...known }] : [];
  });
  return { relay: await relayStatus(app), projects: named };
}
