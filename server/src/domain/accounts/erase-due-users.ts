import type { App } from "../../app.ts";
import { deleteProjectBans } from "../../storage/banned-addresses.ts";
import type { User } from "../../storage/db.ts";
import { listAllProjects } from "../../storage/projects.ts";
import { listDueDeletions } from "../../storage/scheduled-deletions.ts";
import { transact } from "../../storage/transact.ts";
import { systemActor } from "../analytics/record-event.ts";
import { type Project, readProject } from "../projects/project.ts";
import { eraseUser } from "./erase-user.ts";

const BATCH = 100;

/** A spec without the setting switches it off. So bans are kept for a while, should that have been a mistake. */
const KEEPS_BANS_MS = 30 * 86_400_000;

type DueApp = Pick<App, "clock" | "db" | "newId" | "secretBox" | "stores">;

/**
 * Deletes the accounts whose grace period is over, in every project, and the bans of projects that ban nobody any more.
 * Returns how many accounts. One that cannot be deleted does not keep the others; the job fails in the end.
 */
export async function eraseDueUsers(app: DueApp, signal?: AbortSignal): Promise<number> {
  let total = 0;
  const failures: unknown[] = [];
  for (const row of await listAllProjects(app.db)) {
    if (signal?.aborted) break;
    const project = readProject(row);
    const isLongUnchanged = row.updatedAt <= app.clock() - KEEPS_BANS_MS;
    if (isLongUnchanged && !project.settings.banErasedUsers) await deleteProjectBans(app.db, project.id);
    total += await eraseInProject(app, project, failures, signal);
  }
  if (failures.length > 0) throw failures[0];
  return total;
}

async function eraseInProject(
  app: DueApp,
  project: Project,
  failures: unknown[],
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  const skips: string[] = [];
  for (;;) {
    const due = await listDueDeletions(app.db, project.id, app.clock(), { limit: BATCH, skips });
    if (due.length === 0) return total;
    for (const user of due) {
      if (signal?.aborted) return total;
      try {
        if (await eraseIfDue(app, project, user)) total++;
        else skips.push(user.id);
      } catch (error) {
        failures.push(error);
        skips.push(user.id);
      }
    }
  }
}

/** Undoes the transaction: the user has signed in meanwhile. */
class KeptError extends Error {
  override readonly name = "KeptError";
}

/** A sign-in that was faster has cancelled the deletion; one that comes later finds no user. */
async function eraseIfDue(
  app: DueApp,
  project: Project,
  { deletionReason, ...user }: Pick<User, "id" | "projectId" | "deletionReason">,
): Promise<boolean> {
  const now = app.clock();
  const check = (locked: User | undefined): void => {
    if (!locked || locked.deletionDueAt === null || locked.deletionDueAt > now) throw new KeptError();
  };
  try {
    const reason = deletionReason ?? "asked_by_user";
    await transact(app, (app) => eraseUser(app, project, user, { by: systemActor, reason, check }));
    return true;
  } catch (error) {
    if (error instanceof KeptError) return false;
    throw error;
  }
}
