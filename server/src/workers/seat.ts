import type { Worker } from "node:cluster";
import type { Socket } from "node:net";
import type { Config } from "../config/load-config.ts";
import { OperatorError } from "../errors.ts";
import type { Acceptor, Take } from "../http/acceptor.ts";
import type { MetricsPlace } from "../http/metrics-server.ts";
import { watchServer } from "../http/watch-server.ts";
import type { Registry } from "../metrics/registry.ts";
import type { Order, Report, Serving, StartFailure } from "./messages.ts";
import type { Lock, Place } from "./place.ts";

export type Assignment = Readonly<{ config: Config; place: Place }>;

type Of<K extends Order["kind"]> = Extract<Order, { kind: K }>;

/** A worker's end of the line to the process that started it. */
export class Seat {
  /** What to serve, or nothing when it was told to stop before that. */
  readonly assignment: Promise<Assignment | undefined>;
  readonly stopped: Promise<void>;
  /** Called when somebody has put a new certificate in place. */
  lookAtCertificate: () => void = () => {};
  readonly #worker: Worker;
  readonly #ports = new Map<string, { take: Take; listening: PromiseWithResolvers<number> }>();
  #registry: Registry | undefined;
  #lock: PromiseWithResolvers<Lock> | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    const assigned = Promise.withResolvers<Assignment | undefined>();
    const stopped = Promise.withResolvers<void>();
    this.assignment = assigned.promise;
    this.stopped = stopped.promise;
    worker.on("message", (order: Order, socket?: Socket) => {
      switch (order.kind) {
        case "serve":
          return assigned.resolve({ config: order.config, place: this.#place(order) });
        case "listening":
          return this.#ports.get(order.name)?.listening.resolve(order.port);
        case "cannot-listen":
          return this.#cannotListen(order);
        case "connection":
          return this.#take(order, socket);
        case "lock":
          return this.#locked(order);
        case "tell-metrics":
          return void this.#tellMetrics(order);
        case "look-at-certificate":
          return this.lookAtCertificate();
        case "stop":
          assigned.resolve(undefined);
          return stopped.resolve();
      }
    });
    this.#say({ kind: "listens" });
  }

  serves({ port, hasAdmin }: Serving): void {
    this.#say({ kind: "serves", port, hasAdmin });
  }

  async cannotStart(why: StartFailure): Promise<void> {
    await this.#say({ kind: "cannot-start", why });
  }

  #place({ config, worker }: Of<"serve">): Place {
    return {
      workers: config.workers,
      logFacts: { worker },
      lock: (dataDir) => {
        this.#lock = Promise.withResolvers<Lock>();
        this.#say({ kind: "lock", dataDir });
        return this.#lock.promise;
      },
      acceptor: (name, take) => this.#acceptor(name, take),
      openMetrics: async ({ metricsAddr }) => (metricsAddr ? this.#metrics() : undefined),
    };
  }

  #acceptor(name: string, take: Take): Acceptor {
    return {
      listen: (address) => {
        const listening = Promise.withResolvers<number>();
        this.#ports.set(name, { take, listening });
        this.#say({ kind: "listen", name, address });
        return listening.promise;
      },
      close: () => void this.#ports.delete(name),
    };
  }

  #cannotListen({ name, code, message }: Of<"cannot-listen">): void {
    this.#ports.get(name)?.listening.reject(Object.assign(new Error(message), { code }));
  }

  #take({ name }: Of<"connection">, socket: Socket | undefined): void {
    this.#say({ kind: "took" });
    const port = this.#ports.get(name);
    if (!socket) return; // Node may lose one whose caller has gone
    if (port) port.take(socket);
    else socket.destroy();
  }

  #locked({ refusal }: Of<"lock">): void {
    if (refusal) this.#lock?.reject(new OperatorError(refusal.message, refusal.hint));
    else this.#lock?.resolve({ release: () => {} }); // not ours to give back
  }

  #metrics(): MetricsPlace {
    let stopWatching = (): void => {};
    return {
      serve: (app) => {
        stopWatching = watchServer(app);
        this.#registry = app.metrics.registry;
      },
      close: async () => stopWatching(),
    };
  }

  async #tellMetrics({ id, ofInstance }: Of<"tell-metrics">): Promise<void> {
    const families = (await this.#registry?.families({ ofInstance }).catch(() => [])) ?? [];
    this.#say({ kind: "metrics", id, families });
  }

  #say(report: Report): Promise<void> {
    // Nobody listens any more when the first process is gone; then this one ends as well.
    return new Promise((resolve) => void this.#worker.send(report, () => resolve()));
  }
}
