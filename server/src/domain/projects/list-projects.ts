import type { App } from "../../app.ts";
import { listProjects as findProjects } from "../../storage/projects.ts";
import { type Page, pageOf, readCursor } from "../paging.ts";
import { type Project, readProject } from "./project.ts";

/** Newest first. */
export async function listProjects(
  app: Pick<App, "db" | "secretBox">,
  input: { pageSize: number; pageToken: string },
): Promise<Page<Project>> {
  const cursor = readCursor(app, "projects", input);
  const rows = await findProjects(app.db, cursor.limit + 1, cursor.after);
  return pageOf(app, "projects", cursor, rows.map(readProject));
}
