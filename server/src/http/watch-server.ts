import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { memoryUsage, versions } from "node:process";
import type { App } from "../app.ts";
import { backupStatus } from "../domain/backups/backup-status.ts";
import { databaseAnswers, inboxSizes, oldestMailSeconds, sizes } from "../domain/instance/observe.ts";
import type { Reading, Sample } from "../metrics/registry.ts";

export type WatchedApp = Pick<
  App,
  "admission" | "clock" | "db" | "log" | "metrics" | "passwords" | "version"
>;

/** What is looked up when somebody asks, not counted on the way. */
export function watchServer(app: WatchedApp): () => void {
  const { registry } = app.metrics;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  registry.gauge(
    "svc_info",
    "The version that runs.",
    () => [{ labels: { version: app.version, node: versions.node }, value: 1 }],
    "instance",
  );
  registry.gauge("svc_event_loop_delay_seconds", "Delay of the event loop since the last reading.", () => {
    const at = (quantile: number): Sample => ({
      labels: { quantile: String(quantile) },
      value: delay.percentile(quantile * 100) / 1e9,
    });
    const samples = [at(0.5), at(0.99), at(1)];
    delay.reset();
    return samples;
  });
  registry.gauge("svc_hash_queue", "Passwords that are being hashed and that wait for it.", () => {
    const { running, waiting } = app.passwords.load();
    return [
      { labels: { state: "running" }, value: running },
      { labels: { state: "waiting" }, value: waiting },
    ];
  });
  registry.gauge("svc_calls_running", "Calls that are being worked on.", () => app.admission.running);
  registry.gauge("svc_calls_waiting", "Calls that wait for others to end.", () => app.admission.waiting);
  watchDatabase(app);
  registry.gauge("svc_memory_bytes", "Memory of the process.", () => memoryUsage.rss());
  registry.gauge("svc_uptime_seconds", "How long the process runs.", () => performance.now() / 1000);
  return () => delay.disable();
}

/** The same for all processes on one database. */
function watchDatabase(app: WatchedApp): void {
  const gauge = (name: string, help: string, read: Reading): void =>
    app.metrics.registry.gauge(name, help, read, "instance");
  gauge("svc_database_up", "1 when the database answers.", async () =>
    (await databaseAnswers(app)) ? 1 : 0,
  );
  gauge("svc_database_seconds", "How long the database took to answer nothing.", async () => {
    const before = performance.now();
    return (await databaseAnswers(app)) ? (performance.now() - before) / 1000 : undefined;
  });
  gauge("svc_database_bytes", "Size of the database.", async () => (await sizes(app))?.databaseBytes);
  gauge("svc_outbox_mails", "Mails that have not left, and that never will.", async () => {
    const found = await sizes(app);
    return (
      found && [
        { labels: { state: "waiting" }, value: found.mailWaiting },
        { labels: { state: "gave_up" }, value: found.mailGivenUp },
      ]
    );
  });
  gauge("svc_outbox_oldest_seconds", "How long the oldest unsent email has been waiting.", () =>
    oldestMailSeconds(app),
  );
  gauge("svc_billing_inbox", "Notifications of the stores that wait, and that were given up.", async () => {
    const found = await inboxSizes(app);
    return (
      found && [
        { labels: { state: "waiting" }, value: found.waiting },
        { labels: { state: "failed" }, value: found.failed },
      ]
    );
  });
  gauge("svc_backup_last_success_seconds", "When the last scheduled backup was written, in Unix time.", () =>
    backupStatus(app).then(
      ({ lastSuccess }) => lastSuccess && lastSuccess.at / 1000,
      () => undefined,
    ),
  );
  gauge("svc_backup_failures", "Scheduled backups that failed since the last success.", () =>
    backupStatus(app).then(
      ({ failures }) => failures,
      () => undefined,
    ),
  );
}
