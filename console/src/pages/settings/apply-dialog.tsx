import { type ApplyProjectSpecResponse, SpecChangeKind } from "@svc/proto/svc/admin/v1/project_spec_pb";
import type { ReactNode } from "react";
import type { Failure } from "../../api/failure.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { settings as text } from "../../strings/settings.ts";
import { countOf } from "./spec-plan.tsx";

/** Says once more in words what is about to happen, above all what happens by leaving something out. */
export function ApplyDialog({
  plan,
  project,
  isOpen,
  isBusy,
  failure,
  onClose,
  onConfirm,
}: {
  plan: ApplyProjectSpecResponse;
  /** The slug of the project on screen. */
  project: string;
  isOpen: boolean;
  isBusy: boolean;
  failure: Failure | undefined;
  onClose: () => void;
  onConfirm: () => void;
}): ReactNode {
  const ofKind = (kind: SpecChangeKind) => plan.changes.filter((change) => change.kind === kind);
  const turnedOff = ofKind(SpecChangeKind.TURNED_OFF).map(({ path }) => path);
  const isReset = ofKind(SpecChangeKind.RESET).length > 0;
  const count = countOf(plan);
  return (
    <ConfirmDialog
      action={count === 0 ? text.applyNone : text.apply(count)}
      description={
        <ul className="list-disc space-y-1 pl-5">
          <li>{text.applyText(count, plan.project?.name ?? slugOf(plan))}</li>
          {plan.created && <li className="font-medium text-warn-ink">{text.applyCreates(slugOf(plan))}</li>}
          {plan.project && plan.project.slug !== project && (
            <li className="font-medium text-warn-ink">{text.applyOther(plan.project.slug)}</li>
          )}
          {turnedOff.length > 0 && <li className="text-warn-ink">{text.applyOff(turnedOff)}</li>}
          {plan.catalogImpacts.length > 0 && (
            <li className="font-medium text-warn-ink">
              {text.applyImpacts(plan.catalogImpacts.reduce((sum, { count }) => sum + Number(count), 0))}
            </li>
          )}
          {isReset && <li className="text-warn-ink">{text.applyTheme}</li>}
          {ofKind(SpecChangeKind.SECRET_REWRITTEN).length > 0 && <li>{text.applySecrets}</li>}
        </ul>
      }
      failure={failure}
      isBusy={isBusy}
      isDangerous={turnedOff.length > 0 || isReset}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={onConfirm}
      title={text.applyTitle}
    />
  );
}

/** Of a project that is still to be created, only the plan knows the slug. */
export function slugOf({ project, changes }: ApplyProjectSpecResponse): string {
  const planned = changes.find(({ path }) => path === "slug")?.newValue ?? '""';
  return project?.slug ?? String(JSON.parse(planned));
}
