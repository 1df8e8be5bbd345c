import type { App } from "../../app.ts";
import type { PasskeyRow, User } from "../../storage/db.ts";
import { listPasskeys } from "../../storage/passkeys.ts";
import type { Project } from "../projects/project.ts";

export type MyPasskeys = Readonly<{
  passkeys: readonly PasskeyRow[];
  rpId: string;
  /** Empty when no passkey of the user belongs to the project's domain. */
  userHandle: string;
}>;

/** The user's passkeys, the newest first. Those of another domain are listed, too: they can be removed. */
export async function listMyPasskeys(
  app: Pick<App, "db">,
  project: Project,
  user: Pick<User, "id">,
): Promise<MyPasskeys> {
  const { rpId } = project.settings.passkeys;
  const passkeys = await listPasskeys(app.db, { projectId: project.id, userId: user.id });
  const userHandle = passkeys.find((passkey) => passkey.rpId === rpId)?.userHandle ?? "";
  return { passkeys, rpId, userHandle };
}
