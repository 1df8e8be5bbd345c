import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { updateUser } from "../../storage/users.ts";
import type { Project } from "../projects/project.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { requireAvatarUrl, requireDisplayName } from "./profile.ts";

/** Changes the user's own profile. Absent fields stay unchanged. */
export async function updateProfile(
  app: Pick<App, "clock" | "db">,
  project: Project,
  { user }: SignedIn,
  input: { displayName?: string | undefined; avatarUrl?: string | undefined },
): Promise<User> {
  const changed = await updateUser(app.db, project.id, user.id, {
    ...(input.displayName === undefined ? {} : { displayName: requireDisplayName(input.displayName) }),
    ...(input.avatarUrl === undefined ? {} : { avatarUrl: requireAvatarUrl(input.avatarUrl) }),
    updatedAt: app.clock(),
  });
  if (!changed) throw new AppError("SESSION_REVOKED", "deleted meanwhile");
  return changed;
}
