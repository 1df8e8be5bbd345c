import type { App } from "../app.ts";
import { handOverJob, holdJob } from "../domain/instance/job-lease.ts";
import { describeError } from "../errors.ts";

export type Job = Readonly<{
  name: string;
  /** From the end of one run to the start of the next; up to a tenth longer, so that replicas do not march in step. */
  everyMs: number;
  /** Of several replicas only one runs it. A run that outlives `everyMs` by 5 minutes loses that promise. */
  onOneReplica?: boolean;
  run: (signal: AbortSignal) => Promise<unknown>;
}>;

export type Scheduler = Readonly<{
  /** Runs each job at once and from then on. */
  start: (jobs: readonly Job[]) => void;
  /** Runs a job soon, or once more after its present run. */
  wake: (name: string) => void;
  /** Ends what is running at its next pause and waits for that. */
  stop: () => Promise<void>;
}>;

type SchedulerApp = Pick<App, "clock" | "db" | "log" | "metrics" | "newId">;

const LEASE_SLACK_MS = 300_000;

/** Jobs that run more often are told about by metrics and failures only. */
const LOGGED_FROM_MS = 60_000;

/**
 * Not at once: the work for an address that has an account must not slow down the answer to the
 * call that asked for it, nor the call right after it.
 */
const WAKE_AFTER_MS = 200;

export function createScheduler(app: SchedulerApp): Scheduler {
  const holder = app.newId();
  const stopping = new AbortController();
  const loops = new Map<string, Loop>();
  const leased: string[] = [];

  return {
    start(jobs) {
      for (const job of jobs) {
        if (job.onOneReplica) leased.push(job.name);
        loops.set(job.name, startLoop(app, job, holder, stopping.signal));
      }
    },

    wake: (name) => loops.get(name)?.wake(),

    async stop() {
      stopping.abort();
      await Promise.all([...loops.values()].map(({ end }) => end()));
      for (const name of leased) await handOverJob(app, name, holder).catch(() => {});
    },
  };
}

type Loop = { wake: () => void; end: () => Promise<void> };

function startLoop(app: SchedulerApp, job: Job, holder: string, signal: AbortSignal): Loop {
  const runOnce = reportingOnce(app, job, holder, signal);
  let running: Promise<void> | undefined;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;

  const runAfter = (ms: number): void => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(run, ms);
  };
  const run = (): void => {
    isWanted = false;
    running = runOnce().finally(() => {
      running = undefined;
      runAfter(isWanted ? Math.min(WAKE_AFTER_MS, job.everyMs) : job.everyMs * (1 + Math.random() / 10));
    });
  };

  run();
  return {
    wake() {
      if (isWanted) return;
      isWanted = true;
      if (!running) runAfter(Math.min(WAKE_AFTER_MS, job.everyMs));
    },
    async end() {
      clearTimeout(timer);
      await running;
    },
  };
}

/** Never fails. A job that fails again and again for the same reason is told about once. */
function reportingOnce(
  app: SchedulerApp,
  job: Job,
  holder: string,
  signal: AbortSignal,
): () => Promise<void> {
  let failure = "";
  return async () => {
    const startedAt = app.clock();
    // A clock that was set back must not make a sum smaller that only ever grows.
    const seconds = (): number => Math.max(0, app.clock() - startedAt) / 1000;
    try {
      const isOurs =
        !job.onOneReplica || (await holdJob(app, job.name, holder, job.everyMs + LEASE_SLACK_MS));
      if (isOurs) {
        await job.run(signal);
        app.metrics.jobRan(job.name, "done", seconds());
        if (job.everyMs >= LOGGED_FROM_MS) app.log("info", "job done", { job: job.name, seconds: seconds() });
      }
      if (failure !== "") app.log("info", "job works again", { job: job.name });
      failure = "";
    } catch (error) {
      app.metrics.jobRan(job.name, "failed", seconds());
      const text = describeError(error);
      if (text !== failure) app.log("error", "job failed", { job: job.name, detail: text });
      failure = text;
    }
  };
}
