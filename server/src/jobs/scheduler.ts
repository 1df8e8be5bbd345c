import type { App } from "../app.ts";
import { holdJob, releaseJob } from "../domain/instance/job-lease.ts";
import { describeError } from "../errors.ts";

export type Job = Readonly<{
  name: string;
  /** From the end of one run to the start of the next; up to a tenth longer, so that replicas do not run in step. */
  everyMs: number;
  /** Only one replica runs it. That is not guaranteed for a run that takes more than 5 minutes longer than `everyMs`. */
  onOneReplica?: boolean;
  run: (signal: AbortSignal) => Promise<unknown>;
}>;

export type Scheduler = Readonly<{
  /** Runs each job now and then regularly. */
  start: (jobs: readonly Job[]) => void;
  /** Runs a job soon, or again after its current run. */
  wake: (name: string) => void;
  /** Aborts the running jobs and waits until they have ended. */
  stop: () => Promise<void>;
}>;

type SchedulerApp = Pick<App, "clock" | "db" | "log" | "metrics" | "newId">;

const LEASE_SLACK_MS = 300_000;

/** The log has every run of jobs that run this rarely. For other jobs it has failures only. */
const LOGGED_FROM_MS = 60_000;

/**
 * Jobs do not start at once: the work for an address that has an account must not slow down the answer to the
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
      for (const name of leased) await releaseJob(app, name, holder).catch(() => {});
    },
  };
}

type Loop = { wake: () => void; end: () => Promise<void> };

function startLoop(app: SchedulerApp, job: Job, holder: string, signal: AbortSignal): Loop {
  const runOnce = loggingFailures(app, job, holder, signal);
  let running: Promise<void> | undefined;
  let isWakePending = false;
  let timer: NodeJS.Timeout | undefined;

  const runAfter = (ms: number): void => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(run, ms);
  };
  const run = (): void => {
    isWakePending = false;
    running = runOnce().finally(() => {
      running = undefined;
      runAfter(isWakePending ? Math.min(WAKE_AFTER_MS, job.everyMs) : job.everyMs * (1 + Math.random() / 10));
    });
  };

  run();
  return {
    wake() {
      if (isWakePending) return;
      isWakePending = true;
      if (!running) runAfter(Math.min(WAKE_AFTER_MS, job.everyMs));
    },
    async end() {
      clearTimeout(timer);
      await running;
    },
  };
}

/** Never throws. A job that keeps failing for the same reason is logged once. */
function loggingFailures(
  app: SchedulerApp,
  job: Job,
  holder: string,
  signal: AbortSignal,
): () => Promise<void> {
  let failure = "";
  return async () => {
    const startedAt = app.clock();
    // A clock that was set back must not decrease a counter.
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
