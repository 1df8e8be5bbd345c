/** Several processes of `svc serve` on one port. */
export { type StartFailure, WORKER_OF } from "../workers/messages.ts";
export { type Assignment, Seat } from "../workers/seat.ts";
export { shareOf } from "../workers/share.ts";
export { type Program, WorkerPool, WorkerStartError } from "../workers/worker-pool.ts";
