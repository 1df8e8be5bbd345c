import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import type { ReactNode } from "react";
import { useAction } from "../../api/use-action.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { bulk, userJob as text } from "../../strings/users.ts";
import { filterWords } from "./filter-words.ts";
import { JOB_ACTIONS } from "./job-actions.ts";
import type { BulkAction } from "./use-bulk.ts";
import { filtersOf, type UserView } from "./user-filters.tsx";

/** Asks before the server changes everybody who matches. */
export function JobDialog(props: {
  project: string;
  action: BulkAction;
  view: UserView;
  /** How many match, in words. */
  people: string;
  /** They are too many to be counted. */
  areMany: boolean;
  /** With the id of the job, if one was started. */
  onClose: (jobId?: string) => void;
}): ReactNode {
  const { project, action, view, people, areMany, onClose } = props;
  const start = useAction(UserService.method.startUserJob, { done: () => text.started, failures: "inline" });
  const go = async (): Promise<void> => {
    const request = { project, query: view.q, filters: filtersOf(view), action: JOB_ACTIONS[action] };
    const answer = await start.run(request);
    if (answer) onClose(answer.job?.id);
  };
  const words = bulk.actions[action];
  return (
    <ConfirmDialog
      action={words.button}
      description={`${words.text} ${text.explain}`}
      failure={start.failure}
      isBusy={start.isRunning}
      isOpen
      onClose={() => onClose()}
      onConfirm={() => void go()}
      title={words.title(people)}
      {...(action === "remove" && { typed: areMany ? text.typedMany : text.typed(people) })}
    >
      <p className="font-medium wrap-anywhere">{filterWords(view.q, filtersOf(view))}</p>
    </ConfirmDialog>
  );
}
