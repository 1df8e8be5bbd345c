import type { App } from "../../app.ts";
import { ProjectChangedError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { engineOf } from "../../storage/engine.ts";
import type { ReadActivity } from "../../storage/single-statements.ts";
import { findUser, findUserByEmail } from "../../storage/users.ts";
import type { Project } from "../projects/project.ts";

/** The user who signs in, before anything is proven. The activity is read where a single statement compares it later. */
export type SigningIn = Readonly<{ user: User | undefined; activity?: ReadActivity | undefined }>;

export async function findSigningIn(
  app: Pick<App, "db">,
  project: Pick<Project, "id" | "version">,
  by: { email: string } | { id: string },
): Promise<SigningIn> {
  const statements = engineOf(app.db).singleStatements;
  if (!statements) {
    const user =
      "email" in by ? findUserByEmail(app.db, project.id, by.email) : findUser(app.db, project.id, by.id);
    return { user: await user };
  }
  const { isCurrent, ...found } = await statements.findSigningIn(app.db, project, by);
  if (!isCurrent) throw new ProjectChangedError(project.id);
  return found;
}
