import type { Failure } from "../api/failure.ts";
import { useDraft } from "./draft.ts";
import { type ProjectChange, type Saver, useSaveProject } from "./save-project.ts";

export type SettingsForm<Values, Change> = {
  values: Values;
  /** Only what differs from what is saved; that is what to send. */
  changed: Partial<Values>;
  change: (change: Partial<Values>) => void;
  /** True once the server has it. Nothing of what was typed is kept then. */
  save: (change: Change) => Promise<boolean>;
  failure: Failure | undefined;
  isDirty: boolean;
  isSaving: boolean;
  discard: () => void;
};

export type ProjectForm<Values> = SettingsForm<Values, ProjectChange>;

/** A part of the project's settings as a form: `<FormCard {...cardOf(form)} …>`. */
export function useProjectForm<Values extends object>(saved: Values): ProjectForm<Values> {
  return useSettingsForm(saved, useSaveProject());
}

export function useSettingsForm<Values extends object, Change>(
  saved: Values,
  { save, isSaving, failure, reset }: Saver<Change>,
): SettingsForm<Values, Change> {
  const draft = useDraft(saved);
  return {
    values: draft.values,
    changed: draft.changed,
    change(change) {
      reset(); // what the server said was about another text
      draft.change(change);
    },
    async save(change) {
      const isSaved = await save(change);
      if (isSaved) draft.discard();
      return isSaved;
    },
    failure,
    isDirty: draft.isDirty,
    isSaving,
    discard() {
      draft.discard();
      reset();
    },
  };
}

/** What the card around the form must know. */
export function cardOf({
  failure,
  isDirty,
  isSaving,
  discard,
}: Pick<ProjectForm<unknown>, "failure" | "isDirty" | "isSaving" | "discard">) {
  return { failure, isDirty, isSaving, onDiscard: discard };
}
