import type { App } from "../../app.ts";
import { deleteBansOf } from "../../storage/banned-addresses.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { type Bannable, banHashes } from "./is-banned.ts";

/**
 * Lifts the ban of what a backend or an administrator gives to a user, and of everything that was banned together with it.
 * Returns whether there was one. Call it in the transaction that gives it.
 */
export async function liftBan(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  project: Pick<Project, "id" | "settings">,
  what: Bannable,
  about: { userId: string; by: Actor },
): Promise<boolean> {
  if (!project.settings.banErasedUsers) return false;
  const hashes = banHashes(app, project.id, what);
  if (hashes.length === 0 || !(await deleteBansOf(app.db, project.id, hashes))) return false;
  await recordEvent(app, { kind: "user.ban_lifted", projectId: project.id, ...about });
  return true;
}
