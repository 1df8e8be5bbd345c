import type { Config } from "../config/load-config.ts";
import type { Status } from "../errors.ts";
import type { ListenAddress } from "../http/acceptor.ts";
import type { Family } from "../metrics/registry.ts";

/** A variable in the environment of a worker: the process that started it. Others run programs as workers, too. */
export const WORKER_OF = "SVC_WORKER_OF";

/** What the first process says to a worker. */
export type Order =
  | { kind: "serve"; config: Config; worker: number }
  | { kind: "lock"; refusal: Refusal | undefined }
  | { kind: "listening"; name: string; port: number }
  | { kind: "cannot-listen"; name: string; code: string | undefined; message: string }
  /** Comes with a socket, of the port with that name. The next comes when this one was taken. */
  | { kind: "connection"; name: string }
  | { kind: "tell-metrics"; id: number; ofInstance: boolean }
  | { kind: "look-at-certificate" }
  | { kind: "stop" };

/** What a worker says. It speaks first: before that it does not listen. */
export type Report =
  | { kind: "listens" }
  | { kind: "listen"; name: string; address: ListenAddress }
  | { kind: "took" }
  | { kind: "lock"; dataDir: string }
  | ({ kind: "serves" } & Serving)
  | { kind: "metrics"; id: number; families: readonly Family[] }
  | { kind: "cannot-start"; why: StartFailure };

export type Refusal = Readonly<{ message: string; hint: string }>;

export type Serving = Readonly<{ port: number; hasAdmin: boolean }>;

/** Why a worker cannot start, in the words of the command line. */
export type StartFailure = Refusal & Readonly<{ code: Status; reason: string; cause: string | undefined }>;
