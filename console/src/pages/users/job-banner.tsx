import { useQuery } from "@connectrpc/connect-query";
import { type UserJob, UserJobState } from "@svc/proto/svc/admin/v1/user_jobs_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { common } from "../../strings/common.ts";
import { bulk, userJob as text, users } from "../../strings/users.ts";
import { filterWords } from "./filter-words.ts";
import { JOB_ACTIONS } from "./job-actions.ts";
import { ProgressBar } from "./progress-bar.tsx";
import type { BulkAction } from "./use-bulk.ts";

const EVERY_MS = 1500;

/** The job that changes users of this project now, and how it ended. */
export function JobBanner(props: {
  project: string;
  /** The job that this screen started or saw. Its end is told, until `onWatch("")`. */
  watched: string;
  onWatch: (jobId: string) => void;
}): ReactNode {
  const { project, watched, onWatch } = props;
  const queries = useQueryClient();
  const { data } = useQuery(
    UserService.method.listUserJobs,
    { project },
    {
      refetchInterval: ({ state }) =>
        state.data?.jobs[0]?.state === UserJobState.RUNNING ? EVERY_MS : false,
    },
  );
  const job = data?.jobs[0];
  const isRunning = job?.state === UserJobState.RUNNING;
  const runningId = isRunning ? job.id : "";
  const endedId = job && !isRunning && job.id === watched ? job.id : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another job is news
  useEffect(() => {
    if (runningId !== "") onWatch(runningId);
  }, [runningId]);
  useEffect(() => {
    if (endedId !== "") void queries.invalidateQueries();
  }, [endedId, queries]);
  if (!job || (!isRunning && job.id !== watched)) return null;
  return (
    <section aria-label={text.title} className="rounded-xl border border-line bg-surface p-4 shadow-card">
      {isRunning ? <Running job={job} project={project} /> : <Ended job={job} onClose={() => onWatch("")} />}
    </section>
  );
}

function actionOf(job: UserJob): (typeof bulk.actions)[BulkAction] {
  const names = Object.keys(JOB_ACTIONS) as BulkAction[];
  return bulk.actions[names.find((name) => JOB_ACTIONS[name] === job.action) ?? "disable"];
}

function Running({ job, project }: { job: UserJob; project: string }): ReactNode {
  const done = job.changedUsers + job.failedUsers;
  const isCounted = job.matchingUsers !== undefined && !job.more;
  const all = job.matchingUsers ?? 0;
  const uncounted = job.more
    ? text.soFar(bulk.people(done), users.moreThan(all))
    : text.counting(bulk.people(done));
  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="min-w-52 flex-1">
        <ProgressBar done={done} label={text.title} {...(isCounted && { total: all })}>
          {`${actionOf(job).button}: ${isCounted ? bulk.running(done, all) : uncounted}`}
        </ProgressBar>
        <Matched job={job} />
      </div>
      <CancelJob jobId={job.id} project={project} />
    </div>
  );
}

/** Only while it runs: the server forgets the search when the job ends. */
function Matched({ job }: { job: UserJob }): ReactNode {
  return <p className="text-xs text-muted wrap-anywhere">{filterWords(job.query, job.filters)}</p>;
}

function CancelJob(request: { project: string; jobId: string }): ReactNode {
  const cancel = useAction(UserService.method.cancelUserJob, { done: () => text.canceledDone });
  return (
    <Button needs="support" isBusy={cancel.isRunning} onClick={() => void cancel.run(request)}>
      {text.cancel}
    </Button>
  );
}

function Ended({ job, onClose }: { job: UserJob; onClose: () => void }): ReactNode {
  const isDone = job.state === UserJobState.DONE && job.failedUsers === 0;
  return (
    <div className="flex items-center gap-3" role="status">
      <span className={`${isDone ? "text-ok" : "text-warn"}`}>
        <Icon name={isDone ? "check" : "alert"} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{actionOf(job).done(bulk.people(job.changedUsers))}</p>
        {job.state === UserJobState.CANCELED && <p>{text.canceled}</p>}
        {job.state === UserJobState.STOPPED && <p>{text.stopped}</p>}
        {job.failedUsers > 0 && <p>{text.failed(bulk.people(job.failedUsers), job.lastFailure)}</p>}
      </div>
      <IconButton icon="close" label={common.close} onClick={onClose} />
    </div>
  );
}
