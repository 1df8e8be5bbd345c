import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import type { Millis, SubscriptionRow } from "../../storage/db.ts";
import { listSubscriptions as listRows, type SubscriptionFilter } from "../../storage/subscriptions.ts";
import { type Page, pageBy, readCursor } from "../paging.ts";
import type { Project } from "../projects/project.ts";

type Position = { updatedAt: Millis; id: string };

export type SubscriptionQuery = {
  pageSize: number;
  pageToken: string;
  /** Empty means every one, like the two below. */
  userId: string;
  store: string;
  state: string;
  includeSandbox: boolean;
};

/** The most recently changed first. */
export async function listSubscriptions(
  app: Pick<App, "db" | "secretBox">,
  project: Project,
  input: SubscriptionQuery,
): Promise<Page<SubscriptionRow>> {
  const filter: SubscriptionFilter = {
    ...(input.userId !== "" && { userId: input.userId }),
    ...(input.store !== "" && { store: input.store }),
    ...(input.state !== "" && { state: input.state }),
    ...(!input.includeSandbox && { environment: "production" }),
  };
  const list = `subscriptions ${project.id} ${hashToken(JSON.stringify(filter))}`;
  const cursor = readCursor<Position>(app, list, input);
  const rows = await listRows(app.db, project.id, filter, cursor.limit + 1, cursor.after);
  return pageBy(app, list, cursor, rows, ({ updatedAt, id }) => ({ updatedAt, id }));
}
