import cluster, { type Worker } from "node:cluster";
import { availableParallelism } from "node:os";
import type { RunningServer } from "@svc/server/compose";
import { type Config, misspelledVariables } from "@svc/server/config";
import { createLog, type Log } from "@svc/server/log";
import { shareOf, WORKER_OF } from "@svc/server/workers";
import type { CommandContext } from "../command.ts";
import { environment, setThreads } from "../environment.ts";
import { freeStartUpMemory, keepHeapSmall } from "./memory.ts";
import { stopSignal } from "./stop-signal.ts";
import { welcome } from "./welcome.ts";

export async function run(context: CommandContext): Promise<void> {
  keepHeapSmall();
  const { worker } = cluster;
  if (worker && environment()[WORKER_OF] === String(process.ppid)) return runWorker(worker);
  const { flags, output, version } = context;
  const config = await context.loadConfig();
  // Before their first use: one thread for each hash that there is room for (docs/adr/0033).
  setThreads(shareOf(config.workers, availableParallelism()).threads);
  for (const { name, meant } of misspelledVariables(environment())) {
    output.warn(`unknown variable ${name}; did you mean ${meant}?`);
  }

  const signal = stopSignal();
  const log = createLog(config, Date.now, output.log);
  const { port, hasAdmin, lookAtCertificate, stop } = await start(config, log);
  if (config.https) process.on("SIGHUP", lookAtCertificate);
  const { baseUrl, dataDir, workers } = config;
  if (config.logFormat === "json")
    log("info", "listening", { port, baseUrl, dataDir, hasAdmin, version, workers });
  else output.sayText(welcome({ config, flags, version, port, hasAdmin, cwd: process.cwd() }));

  freeStartUpMemory();
  log("info", "stopping", { signal: await signal });
  await stop();
  log("info", "stopped");
}

async function runWorker(worker: Worker): Promise<void> {
  try {
    const { serveAsWorker } = await import("./serve-as-worker.ts");
    await serveAsWorker(worker);
  } finally {
    worker.disconnect(); // as long as somebody may speak to it, a process does not end
  }
}

async function start(config: Config, log: Log): Promise<RunningServer> {
  if (config.workers > 1) return (await import("./serve-with-workers.ts")).serveWithWorkers(config, log);
  return (await import("@svc/server/compose")).startServer(config);
}
