import type { App } from "../../app.ts";
import { ProjectChangedError } from "../../errors.ts";
import { engineOf } from "../../storage/engine.ts";
import { findPasskey } from "../../storage/passkeys.ts";
import type { SigningInPasskey } from "../../storage/single-statements.ts";
import { findUser } from "../../storage/users.ts";
import type { Project } from "../projects/project.ts";

/** The passkey with this credential id and its user, before anything is proven. */
export async function findSigningInPasskey(
  app: Pick<App, "db">,
  project: Pick<Project, "id" | "version">,
  credentialId: string,
): Promise<SigningInPasskey | undefined> {
  const statements = engineOf(app.db).singleStatements;
  if (!statements) {
    const passkey = await findPasskey(app.db, { projectId: project.id, credentialId });
    const user = passkey && (await findUser(app.db, project.id, passkey.userId));
    return user && { passkey, user, activity: undefined };
  }
  const { isCurrent, found } = await statements.findSigningInPasskey(app.db, project, credentialId);
  if (!isCurrent) throw new ProjectChangedError(project.id);
  return found;
}
