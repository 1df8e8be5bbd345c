import type { App } from "../../app.ts";
import { listProjects as findProjects } from "../../storage/projects.ts";
import { type Rights, visibleProjects } from "../admins/rights.ts";
import { type Page, pageOf, readCursor } from "../paging.ts";
import { readProject } from "./project.ts";
import { allDetailsOf, type ProjectDetails } from "./project-details.ts";

/** Newest first: all, or those that an administrator may see. */
export async function listProjects(
  app: Pick<App, "db" | "secretBox">,
  input: { pageSize: number; pageToken: string },
  rights?: Rights,
): Promise<Page<ProjectDetails>> {
  const cursor = readCursor(app, "projects", input);
  const only = rights && visibleProjects(rights);
  const rows = only?.length === 0 ? [] : await findProjects(app.db, cursor.limit + 1, cursor.after, only);
  const page = pageOf(app, "projects", cursor, rows.map(readProject));
  return { ...page, items: await allDetailsOf(app, page.items) };
}
