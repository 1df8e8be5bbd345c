import type {
  ApplyProjectSpecResponse,
  GetProjectSpecResponse,
} from "@svc/proto/svc/admin/v1/project_spec_pb";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { type ReactNode, useState } from "react";
import type { Failure } from "../../api/failure.ts";
import { useAction } from "../../api/use-action.ts";
import { type Draft, useDraft } from "../../app/draft.ts";
import { ConflictDialog } from "../../components/conflict-dialog.tsx";
import { conflict } from "../../strings/conflict.ts";
import { mayHoldSecret, slugIn } from "./read-spec-text.ts";

export type ReloadSpec = () => Promise<{ data: GetProjectSpecResponse | undefined }>;

type SpecDraft = {
  draft: Draft<{ text: string }>;
  value: string;
  /** Undefined: what is saved. */
  change: (next: string | undefined) => void;
  plan: ApplyProjectSpecResponse | undefined;
  /** The project is not any more as the plan says. */
  dropPlan: () => void;
  makePlan: () => Promise<void>;
  isPlanning: boolean;
  failure: Failure | undefined;
  /** To show on the screen. */
  dialog: ReactNode;
};

/** The text of the editor and what it would change. A text with a secret is not kept outside of the page. */
export function useSpecDraft(project: string, spec: GetProjectSpecResponse, onReload: ReloadSpec): SpecDraft {
  const saved = { text: spec.specYaml };
  const draft = useDraft(saved, { form: "spec", mayKeep: ({ text = "" }) => !mayHoldSecret(text) });
  const [isResolving, setResolving] = useState(false);
  const [plan, setPlan] = useState<ApplyProjectSpecResponse>();
  const ask = useAction(ProjectService.method.applyProjectSpec, { failures: "inline" });
  /** Of a text that is based on what somebody else has changed since, no plan is made before that was seen. */
  const makePlan = async (base = spec): Promise<void> => {
    const { values, conflicts } = draft.viewOf({ text: base.specYaml });
    if (conflicts.length > 0) return setResolving(true);
    const etag = slugIn(values.text) === project ? base.etag : "";
    const outcome = await ask.attempt({ specYaml: values.text, dryRun: true, etag });
    setPlan(outcome.answer);
    if (outcome.kind !== "stale") return;
    const { data } = await onReload();
    if (data && data.etag !== base.etag) await makePlan(data);
  };
  return {
    draft,
    value: draft.values.text,
    change(next) {
      if (next === undefined) draft.discard();
      else draft.change({ text: next });
      setPlan(undefined); // it was the plan of another text
      ask.reset();
    },
    plan,
    dropPlan() {
      setPlan(undefined);
      void onReload();
    },
    makePlan: () => makePlan(),
    isPlanning: ask.isRunning,
    failure: ask.failure,
    dialog: isResolving && draft.conflicts.length > 0 && (
      <ConflictDialog
        action={conflict.use}
        answer={(choose) => {
          setResolving(false);
          if (choose) draft.rebase(saved, choose);
        }}
        changed="project"
        conflicts={draft.conflicts.map((one) => ({ ...one, label: conflict.specTitle }))}
      />
    ),
  };
}
