import type { App } from "../../app.ts";
import { insertBan } from "../../storage/banned-addresses.ts";
import type { Identity, User } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";
import { banHashes } from "./is-banned.ts";

/**
 * Bans the proven address and the provider accounts of a user who is deleted, where the project says so. Returns whether
 * it did. Call it in the transaction of the deletion.
 */
export async function banErasedUser(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  project: Pick<Project, "id" | "settings">,
  { email, emailVerifiedAt }: Pick<User, "email" | "emailVerifiedAt">,
  identities: readonly Identity[],
): Promise<boolean> {
  if (!project.settings.banErasedUsers) return false;
  const hashes = banHashes(app, project.id, { email: emailVerifiedAt === null ? null : email, identities });
  if (hashes.length === 0) return false;
  await insertBan(app.db, project.id, hashes, { id: app.newId(), now: app.clock() });
  return true;
}
