import type { App } from "../../app.ts";
import type { Project } from "../projects/project.ts";
import { findUserDevice } from "../sessions/user-device.ts";

/**
 * The id of an installation where the account with this address was used before, which has limits of its own. Somebody
 * who has only prepared the account has none.
 */
export async function findProvenDevice(
  app: Pick<App, "clock" | "db" | "secretBox">,
  project: Pick<Project, "id" | "version">,
  claimed: { email: string; deviceToken: string },
): Promise<string | undefined> {
  const known = await findUserDevice(app, project, claimed);
  return known?.signingIn.user?.emailVerifiedAt ? known.id : undefined;
}
