import type { App } from "../../app.ts";
import { listProjects as findProjects } from "../../storage/projects.ts";
import { type Page, pageOf, readCursor } from "../paging.ts";
import { readProject } from "./project.ts";
import { allDetailsOf, type ProjectDetails } from "./project-details.ts";

/** Newest first. */
export async function listProjects(
  app: Pick<App, "db" | "secretBox">,
  input: { pageSize: number; pageToken: string },
): Promise<Page<ProjectDetails>> {
  const cursor = readCursor(app, "projects", input);
  const rows = await findProjects(app.db, cursor.limit + 1, cursor.after);
  const page = pageOf(app, "projects", cursor, rows.map(readProject));
  return { ...page, items: await allDetailsOf(app, page.items) };
}
