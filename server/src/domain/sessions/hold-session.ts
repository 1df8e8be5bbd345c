import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { Session } from "../../storage/db.ts";
import { touchSession } from "../../storage/sessions.ts";
import type { Project } from "../projects/project.ts";

/** Locks the caller's session, which must still be open, until the transaction ends. Call it first in the transaction. */
export async function holdSession(
  app: Pick<App, "clock" | "db">,
  project: Pick<Project, "id">,
  session: Pick<Session, "id">,
): Promise<Session> {
  const held = await touchSession(app.db, project.id, session.id, app.clock());
  if (!held) throw new AppError("SESSION_REVOKED", "ended meanwhile");
  return held;
}
