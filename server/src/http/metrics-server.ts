import { createServer, type ServerResponse } from "node:http";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { memoryUsage, versions } from "node:process";
import type { App } from "../app.ts";
import { backupStatus } from "../domain/backups/backup-status.ts";
import { databaseAnswers, sizes } from "../domain/instance/observe.ts";
import type { Sample } from "../metrics/registry.ts";

export type MetricsServer = {
  port: number;
  /** Until then it answers 503. */
  serve: (app: MetricsApp) => void;
  close: () => Promise<void>;
};

type MetricsApp = Pick<App, "db" | "log" | "metrics" | "passwords" | "version">;

/** Prometheus reads from here. A port of its own, because what it tells is not for callers. */
export async function openMetricsPort(address: {
  host: string | undefined;
  port: number;
}): Promise<MetricsServer> {
  let served: MetricsApp | undefined;
  let stopWatching = (): void => {};
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    const isAsked = request.method === "GET" && request.url?.split("?", 1)[0] === "/metrics";
    if (!isAsked) response.writeHead(404, { "content-type": "text/plain" }).end("metrics are at /metrics\n");
    else if (served) tell(served, response);
    else response.writeHead(503).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port: address.port, ...(address.host !== undefined && { host: address.host }) }, resolve);
  });
  const bound = server.address();
  return {
    port: typeof bound === "object" && bound ? bound.port : address.port,
    serve(app) {
      stopWatching = watch(app);
      served = app;
    },
    close() {
      stopWatching();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function tell({ log, metrics }: MetricsApp, response: ServerResponse): void {
  metrics.registry.render().then(
    (text) =>
      response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text),
    (error: unknown) => {
      log("error", "metrics cannot be told", { detail: String(error) });
      response.writeHead(500).end();
    },
  );
}

/** What is looked up when somebody asks, not counted on the way. */
function watch(app: MetricsApp): () => void {
  const { registry } = app.metrics;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  registry.gauge("svc_info", "The version that runs.", () => [
    { labels: { version: app.version, node: versions.node }, value: 1 },
  ]);
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
  watchDatabase(app);
  registry.gauge("svc_memory_bytes", "Memory of the process.", () => memoryUsage.rss());
  registry.gauge("svc_uptime_seconds", "How long the process runs.", () => performance.now() / 1000);
  return () => delay.disable();
}

function watchDatabase(app: MetricsApp): void {
  const { registry } = app.metrics;
  registry.gauge("svc_database_up", "1 when the database answers.", async () =>
    (await databaseAnswers(app)) ? 1 : 0,
  );
  registry.gauge("svc_database_seconds", "How long the database took to answer nothing.", async () => {
    const before = performance.now();
    return (await databaseAnswers(app)) ? (performance.now() - before) / 1000 : undefined;
  });
  registry.gauge(
    "svc_database_bytes",
    "Size of the database.",
    async () => (await sizes(app))?.databaseBytes,
  );
  registry.gauge("svc_outbox_mails", "Mails that have not left, and that never will.", async () => {
    const found = await sizes(app);
    return (
      found && [
        { labels: { state: "waiting" }, value: found.mailWaiting },
        { labels: { state: "gave_up" }, value: found.mailGivenUp },
      ]
    );
  });
  registry.gauge(
    "svc_backup_last_success_seconds",
    "When the last scheduled backup was written, in Unix time.",
    async () =>
      backupStatus(app).then(
        ({ lastSuccess }) => lastSuccess && lastSuccess.at / 1000,
        () => undefined,
      ),
  );
  registry.gauge("svc_backup_failures", "Scheduled backups that failed since the last success.", () =>
    backupStatus(app).then(
      ({ failures }) => failures,
      () => undefined,
    ),
  );
}
