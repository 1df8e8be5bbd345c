import { createRegistry, type Observer, type Registry } from "./registry.ts";

/** What the running server counts about itself. Names and meanings are in docs/operations.md. */
export type Metrics = Readonly<{
  /** A call that was answered; `ok` without a reason is a success. */
  request(method: string, status: string, reason: string, seconds: number): void;
  /** A request that got no answer because of a bug. */
  requestCrashed(): void;
  /** A connection that was closed because too many are open. */
  connectionRefused(): void;
  /** A refresh whose answer was lost, told once more. */
  refreshRepeated(): void;
  /** A refresh token that was used before: its family is closed now. */
  refreshReused(): void;
  jobRan(job: string, outcome: "done" | "failed", seconds: number): void;
  /** An email that was not queued because its address had too many for the same purpose. */
  mailSuppressed(purpose: string): void;
  /** An email that the relay took, did not take for now, or refused for good. */
  mailAttempt(outcome: "accepted" | "failed" | "refused"): void;
  /** An email that is not tried again. */
  mailGaveUp(): void;
  /** What became of a store's notification when it came, or when it was worked out. */
  notification(store: string, outcome: string): void;
  registry: Registry;
}>;

const CALL_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 600];
const MAIL_OUTCOMES = { accepted: "accepted", failed: "deferred", refused: "refused" } as const;

export function createMetrics(): Metrics {
  const registry = createRegistry();
  const requests = registry.histogram(
    "svc_rpc_seconds",
    "How long calls took, by method, status and reason of refusal.",
    CALL_SECONDS,
    ["method", "status", "reason"],
  );
  const observers = new Map<string, Observer>(); // by method and reason
  const crashed = registry.counter(
    "svc_requests_crashed_total",
    "Requests that got no answer because of a bug; the log says which.",
  );
  const refused = registry.counter(
    "svc_connections_refused_total",
    "Connections that were closed because too many were open.",
  );
  const repeated = registry.counter(
    "svc_refresh_repeated_total",
    "Refreshes whose answer was lost and given again.",
  );
  const reused = registry.counter(
    "svc_refresh_reused_total",
    "Used refresh tokens that came again and closed their family.",
  );
  const jobs = registry.histogram("svc_job_seconds", "How long jobs ran, by job and outcome.", JOB_SECONDS, [
    "job",
    "outcome",
  ]);
  const notifications = registry.counter(
    "svc_billing_notifications_total",
    "Notifications of the stores, by store and what became of them.",
    ["store", "outcome"],
  );
  return {
    ...mailMetrics(registry),
    notification: (store, outcome) => notifications.add([store, outcome]),
    request(method, status, reason, seconds) {
      const key = `${method} ${reason}`;
      let observer = observers.get(key);
      if (!observer) {
        observer = requests.of([method, status, reason]);
        observers.set(key, observer);
      }
      observer.observe(seconds);
    },
    requestCrashed: () => crashed.add(),
    connectionRefused: () => refused.add(),
    refreshRepeated: () => repeated.add(),
    refreshReused: () => reused.add(),
    jobRan: (job, outcome, seconds) => jobs.of([job, outcome]).observe(seconds),
    registry,
  };
}

function mailMetrics(registry: Registry): Pick<Metrics, "mailSuppressed" | "mailAttempt" | "mailGaveUp"> {
  const suppressed = registry.counter(
    "svc_mail_suppressed_total",
    "Emails not queued because the address had too many for the same purpose.",
    ["purpose"],
  );
  const attempts = registry.counter("svc_mail_attempts_total", "Attempts to send an email, by outcome.", [
    "outcome",
  ]);
  for (const outcome of Object.values(MAIL_OUTCOMES)) attempts.add([outcome], 0);
  const gaveUp = registry.counter("svc_mail_gave_up_total", "Emails that are not tried again.");
  return {
    mailSuppressed: (purpose) => suppressed.add([purpose]),
    mailAttempt: (outcome) => attempts.add([MAIL_OUTCOMES[outcome]]),
    mailGaveUp: () => gaveUp.add([]),
  };
}
