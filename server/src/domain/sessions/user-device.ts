import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import { findUser } from "../../storage/users.ts";
import { canonicalEmail } from "../accounts/email.ts";
import type { Project } from "../projects/project.ts";
import { issueDeviceToken, readDeviceToken } from "./device-token.ts";

type DeviceApp = Pick<App, "clock" | "db" | "secretBox">;

/** Issues a device token to an installation that has just proven the user's credentials. Guests get none. */
export function deviceTokenFor(
  app: Pick<App, "clock" | "secretBox">,
  project: Pick<Project, "id">,
  user: User,
  id?: string,
): string {
  if (user.guestSince !== null) return "";
  const owners = { projectId: project.id };
  return issueDeviceToken(app, owners, { owner: user.id, epoch: String(user.credentialEpoch), id });
}

/**
 * The installation's id if its token was issued for the account with this address and is still valid. It reads only
 * the token's own user, so timing does not reveal whether the typed address has an account.
 */
export async function findUserDevice(
  app: DeviceApp,
  project: Pick<Project, "id">,
  { email, deviceToken }: { email: string; deviceToken: string },
): Promise<string | undefined> {
  const token = readDeviceToken(app, { projectId: project.id }, deviceToken);
  if (!token) return undefined;
  const user = await findUser(app.db, project.id, token.owner);
  if (!user || user.email === null || user.email !== canonicalEmail(email)) return undefined;
  return String(user.credentialEpoch) === token.epoch ? token.id : undefined;
}
