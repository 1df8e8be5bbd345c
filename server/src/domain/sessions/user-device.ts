import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import { canonicalEmail } from "../accounts/email.ts";
import type { Project } from "../projects/project.ts";
import { issueDeviceToken, readDeviceToken } from "./device-token.ts";
import { findSigningIn, type SigningIn } from "./signing-in.ts";

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

/** An installation, and the user of the account that it is known for. */
export type KnownDevice = Readonly<{ id: string; signingIn: SigningIn }>;

/**
 * The installation if its token was issued for the account with this address and is still valid. It reads only
 * the token's own user, so timing does not reveal whether the typed address has an account.
 */
export async function findUserDevice(
  app: DeviceApp,
  project: Pick<Project, "id" | "version">,
  { email, deviceToken }: { email: string; deviceToken: string },
): Promise<KnownDevice | undefined> {
  const token = readDeviceToken(app, { projectId: project.id }, deviceToken);
  if (!token) return undefined;
  const signingIn = await findSigningIn(app, project, { id: token.owner });
  const { user } = signingIn;
  if (!user || user.email === null || user.email !== canonicalEmail(email)) return undefined;
  return String(user.credentialEpoch) === token.epoch ? { id: token.id, signingIn } : undefined;
}
