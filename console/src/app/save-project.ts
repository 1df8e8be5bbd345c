import type { MessageInitShape } from "@bufbuild/protobuf";
import { createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import type { ProjectSettingsUpdateSchema } from "@svc/proto/svc/admin/v1/project_pb";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { useQueryClient } from "@tanstack/react-query";
import type { Failure } from "../api/failure.ts";
import { useAction } from "../api/use-action.ts";
import { common } from "../strings/common.ts";
import { useProjectSlug } from "./current-project.ts";

export type ProjectChange = {
  name?: string;
  settings?: MessageInitShape<typeof ProjectSettingsUpdateSchema>;
};

/** Where a form is saved. */
export type Saver<Change> = {
  /** True once the server has it. */
  save: (change: Change) => Promise<boolean>;
  isSaving: boolean;
  failure: Failure | undefined;
  reset: () => void;
};

/** Changes name or settings of the project in the address. Show `failure` in the form. */
export function useSaveProject(): Saver<ProjectChange> {
  const project = useProjectSlug();
  const transport = useTransport();
  const client = useQueryClient();
  const action = useAction(ProjectService.method.updateProject, {
    done: ({ changedFields }) => (changedFields.length > 0 ? common.saved : common.nothingToSave),
    failures: "inline",
  });
  const save = async (change: ProjectChange): Promise<boolean> => {
    const answer = await action.run({ project, ...change });
    if (!answer) return false;
    // The answer is the project as it is now: no form shows for a moment what was before.
    const schema = ProjectService.method.getProject;
    const queryKey = createConnectQueryKey({ schema, input: { project }, transport, cardinality: "finite" });
    client.setQueryData(queryKey, (before) => before && { ...before, project: answer.project });
    return true;
  };
  return { save, isSaving: action.isRunning, failure: action.failure, reset: action.reset };
}
