import type { MessageInitShape } from "@bufbuild/protobuf";
import { createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import type { Project, ProjectSettingsUpdateSchema } from "@svc/proto/svc/admin/v1/project_pb";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { useQueryClient } from "@tanstack/react-query";
import { useAction } from "../api/use-action.ts";
import { common } from "../strings/common.ts";
import { useProjectSlug } from "./current-project.ts";
import type { Saver } from "./versioned-form.ts";

export type ProjectChange = {
  name?: string;
  settings?: MessageInitShape<typeof ProjectSettingsUpdateSchema>;
};

/** Changes name or settings of the project in the address. Show `failure` in the form. */
export function useSaveProject(): Saver<Project, ProjectChange> {
  const project = useProjectSlug();
  const transport = useTransport();
  const client = useQueryClient();
  const action = useAction(ProjectService.method.updateProject, {
    done: ({ changedFields }) => (changedFields.length > 0 ? common.saved : common.nothingToSave),
    failures: "inline",
  });
  const schema = ProjectService.method.getProject;
  const queryKey = createConnectQueryKey({ schema, input: { project }, transport, cardinality: "finite" });
  const send = async (change: ProjectChange, { etag }: Project) => {
    const { kind, answer } = await action.attempt({ project, etag, ...change });
    // The answer is the project as it is now: no form shows for a moment what was before.
    if (answer) client.setQueryData(queryKey, (before) => before && { ...before, project: answer.project });
    return kind;
  };
  const reload = async (): Promise<Project | undefined> => {
    await client.refetchQueries({ queryKey });
    return client.getQueryData(queryKey)?.project;
  };
  const { isRunning: isSaving, failure, reset } = action;
  return { changed: "project", send, reload, isSaving, failure, reset };
}
