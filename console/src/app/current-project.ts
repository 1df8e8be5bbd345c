import { useQuery } from "@connectrpc/connect-query";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { useParams } from "@tanstack/react-router";

/** The slug of the project in the address; empty outside of projects. */
export function useProjectSlug(): string {
  return useParams({ strict: false }).project ?? "";
}

/** The project in the address, with its settings. Every screen that asks shares one answer. */
export function useProject() {
  return useQuery(ProjectService.method.getProject, { project: useProjectSlug() });
}

/** What the project in the address is called, or its slug until that is known; empty outside of projects. */
export function useProjectName(): string {
  const project = useProjectSlug();
  const { data } = useQuery(
    ProjectService.method.getProject,
    { project },
    // The screen that says that there is no such project must not ask again, or it would go away to do so.
    { enabled: project !== "", retryOnMount: false },
  );
  return data?.project?.name ?? project;
}
