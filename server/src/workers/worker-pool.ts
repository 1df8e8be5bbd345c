import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../config/load-config.ts";
import { OperatorError } from "../errors.ts";
import { mergeFamilies, type Told } from "../metrics/merge-families.ts";
import { createRegistry, type Family, renderFamilies } from "../metrics/registry.ts";
import type { Log } from "../runtime/log.ts";
import { backOffMs } from "./back-off.ts";
import {
  type Order,
  type Refusal,
  type Report,
  type Serving,
  type StartFailure,
  WORKER_OF,
} from "./messages.ts";
import type { Lock } from "./place.ts";
import { SharedPorts } from "./shared-ports.ts";

/** How a program is started once more: what stands for its name, the words after it, and flags of Node. */
export type Program = Readonly<{ exec: string; args: readonly string[]; nodeFlags: readonly string[] }>;

export type WorkerPoolOptions = Readonly<{
  config: Config;
  log: Log;
  /** Taken when the first worker has made the directory, and kept: workers come and go. */
  lock: (dataDir: string) => Lock;
  program: Program;
}>;

/** A worker that ended before it served. */
export class WorkerStartError extends Error {
  override readonly name = "WorkerStartError";
  /** None when it ended without a word. */
  readonly why: StartFailure | undefined;

  constructor(message: string, why: StartFailure | undefined) {
    super(message);
    this.why = why;
  }
}

type Run = Readonly<{
  worker: Worker;
  /** Rejects with WorkerStartError when it ends before. */
  serving: Promise<Serving>;
  ended: Promise<{ how: string; servedMs: number }>;
}>;

/** Who has served for so long did not end because of how it was started. */
const STEADY_MS = 60_000;

/** A worker that does not answer for so long is left out of the metrics. */
const METRICS_WAIT_MS = 4_000;

/** Processes that answer on the same ports. One that ends is replaced. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #runs = new Map<number, Run>();
  readonly #serving = new Map<number, Worker>();
  readonly #ports = new SharedPorts();
  readonly #stopping = new AbortController();
  readonly #asked = new Map<number, (families: readonly Family[]) => void>();
  readonly #registry = createRegistry();
  readonly #ends = this.#registry.counter("svc_worker_ends_total", "Workers that ended untold.", ["worker"]);
  #keeping: Promise<void>[] = [];
  #lock: Lock | undefined;
  #questions = 0;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    const { exec, args, nodeFlags } = options.program;
    cluster.setupPrimary({ exec, args: [...args], execArgv: [...nodeFlags], serialization: "advanced" });
    this.#registry.gauge("svc_workers", "Processes that answer.", () => this.#serving.size, "instance");
    this.#registry.gauge("svc_memory_bytes", "Memory of the process.", () => [
      { labels: { worker: "0" }, value: process.memoryUsage.rss() },
    ]);
  }

  /** Resolves once all of them serve. The first goes ahead: it alone finds the directory and database as they were. */
  async start(): Promise<Serving> {
    const numbers = Array.from({ length: this.#options.config.workers }, (_, n) => n + 1);
    const [first = 1, ...others] = numbers;
    const serving = await this.#begin(first).serving;
    await Promise.all(others.map((number) => this.#begin(number).serving));
    this.#keeping = numbers.map((number) => this.#keep(number));
    return serving;
  }

  lookAtCertificate(): void {
    for (const { worker } of this.#runs.values()) say(worker, { kind: "look-at-certificate" });
  }

  /** Each finishes what it has begun. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#ports.close();
    const runs = [...this.#runs.values()];
    for (const { worker } of runs) say(worker, { kind: "stop" });
    await Promise.all([...runs.map(({ ended }) => ended), ...this.#keeping]);
    this.#lock?.release();
  }

  /** In the text format of Prometheus. */
  async metrics(): Promise<string> {
    const own: Told = { worker: undefined, families: await this.#registry.families() };
    const asked = [...this.#serving].map(async ([number, worker], index) => ({
      worker: String(number),
      families: await this.#askMetrics(worker, index === 0),
    }));
    return renderFamilies(mergeFamilies([...(await Promise.all(asked)), own]));
  }

  /** Starts a worker again and again, until the pool is stopped. */
  async #keep(number: number): Promise<void> {
    const { log } = this.#options;
    let endsInARow = 0;
    for (let run = this.#runs.get(number); run; run = this.#begin(number)) {
      run.serving.then(
        ({ port }) => log("info", "worker serves", { worker: number, pid: run?.worker.process.pid, port }),
        (error: Error) => log("error", "worker cannot start", { worker: number, detail: error.message }),
      );
      const { how, servedMs } = await run.ended;
      if (this.#stopping.signal.aborted) return;
      this.#ends.add([String(number)]);
      endsInARow = servedMs >= STEADY_MS ? 1 : endsInARow + 1;
      const inMs = backOffMs(endsInARow);
      const { pid } = run.worker.process;
      log("error", "worker ended; another takes its place", { worker: number, pid, detail: how, inMs });
      await sleep(inMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
      if (this.#stopping.signal.aborted) return;
    }
  }

  #begin(number: number): Run {
    const worker = cluster.fork({ [WORKER_OF]: String(process.pid) });
    const serving = Promise.withResolvers<Serving>();
    const ended = Promise.withResolvers<{ how: string; servedMs: number }>();
    let why: StartFailure | undefined;
    let servesSince: number | undefined;
    const hear = (report: Report): void => {
      if (report.kind === "listens") this.#assign(worker, number);
      else if (report.kind === "listen") this.#listen(worker, report);
      else if (report.kind === "took") this.#ports.took(worker);
      else if (report.kind === "lock") say(worker, { kind: "lock", refusal: this.#takeLock(report.dataDir) });
      else if (report.kind === "metrics") this.#asked.get(report.id)?.(report.families);
      else if (report.kind === "cannot-start") why = report.why;
      else {
        servesSince = performance.now();
        this.#serving.set(number, worker);
        this.#ports.serves(worker);
        serving.resolve({ port: report.port, hasAdmin: report.hasAdmin });
      }
    };
    worker.on("message", hear);
    worker.once("exit", (code, signal) => {
      worker.off("message", hear); // what it said may come later than its end
      this.#runs.delete(number);
      this.#serving.delete(number);
      this.#ports.ended(worker);
      const how = signal ? `killed by ${signal}` : `exit code ${code}`;
      serving.reject(new WorkerStartError(why?.message ?? `worker ${number} ended (${how})`, why));
      ended.resolve({
        how,
        servedMs: servesSince === undefined ? 0 : performance.now() - servesSince,
      });
    });
    serving.promise.catch(() => {}); // who waits for it hears of it
    const run = { worker, serving: serving.promise, ended: ended.promise };
    this.#runs.set(number, run);
    return run;
  }

  #assign(worker: Worker, number: number): void {
    const { config } = this.#options;
    const isStopping = this.#stopping.signal.aborted;
    say(worker, isStopping ? { kind: "stop" } : { kind: "serve", config, worker: number });
  }

  #listen(worker: Worker, { name, address }: Extract<Report, { kind: "listen" }>): void {
    this.#ports.listen(worker, name, address).then(
      (port) => say(worker, { kind: "listening", name, port }),
      ({ code, message }: NodeJS.ErrnoException) =>
        say(worker, { kind: "cannot-listen", name, code, message }),
    );
  }

  #takeLock(dataDir: string): Refusal | undefined {
    try {
      this.#lock ??= this.#options.lock(dataDir);
      return undefined;
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      return { message: error.message, hint: error.hint };
    }
  }

  #askMetrics(worker: Worker, ofInstance: boolean): Promise<readonly Family[]> {
    this.#questions += 1;
    const id = this.#questions;
    return new Promise<readonly Family[]>((resolve) => {
      const timer = setTimeout(resolve, METRICS_WAIT_MS, []);
      this.#asked.set(id, (families) => {
        clearTimeout(timer);
        resolve(families);
      });
      say(worker, { kind: "tell-metrics", id, ofInstance });
    }).finally(() => this.#asked.delete(id));
  }
}

/** A worker that is gone does not hear it; its end is told elsewhere. */
function say(worker: Worker, order: Order): void {
  worker.send(order, () => {});
}
