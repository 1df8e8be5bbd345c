import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { lockUserForUpdate, updateUser } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { readLocale } from "./asked-languages.ts";
import { hasOtherProfile, requireAvatarUrl, requireDisplayName } from "./profile.ts";

/** Changes the user's own profile. Absent fields stay unchanged. */
export async function updateProfile(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  { user: { id } }: SignedIn,
  input: {
    displayName?: string | undefined;
    avatarUrl?: string | undefined;
    /** Empty: the stored one is forgotten. */
    locale?: string | undefined;
  },
  origin: Origin,
): Promise<User> {
  const changes = {
    ...(input.displayName === undefined ? {} : { displayName: requireDisplayName(input.displayName) }),
    ...(input.avatarUrl === undefined ? {} : { avatarUrl: requireAvatarUrl(input.avatarUrl) }),
    ...(input.locale === undefined ? {} : { locale: readLocale(input.locale) ?? null }),
  };
  return transact(app, async (app) => {
    const before = await lockUserForUpdate(app.db, project.id, id);
    const after =
      before && (await updateUser(app.db, project.id, id, { ...changes, updatedAt: app.clock() }));
    if (!after) throw new AppError("SESSION_REVOKED", "deleted meanwhile");
    if (hasOtherProfile(before, after)) {
      const about = { projectId: project.id, userId: id, by: { actor: `user:${id}`, ...origin } };
      await recordEvent(app, { kind: "user.profile_changed", ...about });
    }
    return after;
  });
}
