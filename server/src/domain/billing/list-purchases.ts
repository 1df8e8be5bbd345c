import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { invalidRequest } from "../../errors.ts";
import type { Millis, PurchaseRow } from "../../storage/db.ts";
import {
  listPurchasesOfUser,
  listPurchases as listRows,
  listUnconsumedPurchases,
  type PurchaseFilter,
} from "../../storage/purchases.ts";
import { type Page, pageBy, readCursor } from "../paging.ts";
import type { Project } from "../projects/project.ts";
import { requireUser, type UserScope } from "../users/scope.ts";

type ListApp = Pick<App, "db" | "secretBox">;
/** More than anybody looks at. */
const MOST_SHOWN = 1000;

type PageRequest = { pageSize: number; pageToken: string };

/** For administrators, the most recently changed first. Empty user and store mean every one. */
export async function listPurchases(
  app: ListApp,
  project: Project,
  input: PageRequest & { userId: string; store: string; includeSandbox: boolean },
): Promise<Page<PurchaseRow>> {
  const filter: PurchaseFilter = {
    ...(input.userId !== "" && { userId: input.userId }),
    ...(input.store !== "" && { store: input.store }),
    ...(!input.includeSandbox && { environment: "production" }),
  };
  const list = `purchases ${project.id} ${hashToken(JSON.stringify(filter))}`;
  const cursor = readCursor<{ updatedAt: Millis; id: string }>(app, list, input);
  const rows = await listRows(app.db, project.id, filter, cursor.limit + 1, cursor.after);
  return pageBy(app, list, cursor, rows, ({ updatedAt, id }) => ({ updatedAt, id }));
}

/** For the user who bought them, the newest first. */
export function purchasesOf(
  app: Pick<App, "db">,
  { id }: Pick<Project, "id">,
  userId: string,
): Promise<PurchaseRow[]> {
  return listPurchasesOfUser(app.db, id, userId, MOST_SHOWN);
}

/** For the backend: what a user bought, the newest first, or what waits for being consumed, the oldest first. */
export async function listPurchasesForBackend(
  app: ListApp,
  scope: UserScope,
  input: PageRequest & { userId: string; unconsumed: boolean },
): Promise<Page<PurchaseRow>> {
  const { unconsumed } = input;
  if (input.userId === "" && !unconsumed)
    throw invalidRequest("user_id", "is required unless unconsumed is true");
  const userId = input.userId === "" ? undefined : (await requireUser(app, scope, input.userId)).id;
  const { id: projectId, settings } = scope.project;
  // What the project ignores is not to be delivered.
  const filter = {
    ...(userId !== undefined && { userId }),
    ...(settings.billing.ignoreSandbox && { environment: "production" }),
  };
  const list = `purchases ${projectId} ${unconsumed ? "unconsumed" : "all"} ${userId ?? ""}`;
  const cursor = readCursor<{ purchasedAt: Millis; id: string }>(app, list, input);
  const limit = cursor.limit + 1;
  const rows =
    unconsumed || userId === undefined
      ? await listUnconsumedPurchases(app.db, projectId, filter, limit, cursor.after)
      : await listPurchasesOfUser(app.db, projectId, userId, limit, cursor.after);
  return pageBy(app, list, cursor, rows, ({ purchasedAt, id }) => ({ purchasedAt, id }));
}
