import type { ProjectJson } from "@svc/proto/svc/admin/v1/project_pb";
import type { Call } from "./client.ts";

/** Every project, newest first. */
export async function listProjects(call: Call): Promise<ProjectJson[]> {
  const all: ProjectJson[] = [];
  let pageToken = "";
  do {
    const page = await call("ProjectService", "listProjects", { pageSize: 200, pageToken });
    all.push(...(page.projects ?? []));
    pageToken = page.nextPageToken ?? "";
  } while (pageToken !== "");
  return all;
}
