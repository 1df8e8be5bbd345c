import { create } from "@bufbuild/protobuf";
import { type Project, ProjectSchema } from "@svc/proto/svc/admin/v1/project_pb";
import { useProject } from "./current-project.ts";
import { type ProjectChange, useSaveProject } from "./save-project.ts";
import { type FormOptions, useVersionedForm, type VersionedForm } from "./versioned-form.ts";

export type ProjectForm<Values> = VersionedForm<Project, Values, ProjectChange>;

/** A part of the project's settings as a form: `<FormCard {...cardOf(form)} …>`. */
export function useProjectForm<Values extends object>(
  read: (project: Project) => Values,
  options: FormOptions<Values>,
): ProjectForm<Values> {
  const { data } = useProject();
  return useVersionedForm(data?.project ?? create(ProjectSchema), read, useSaveProject(), options);
}
