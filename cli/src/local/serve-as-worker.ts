import type { Worker } from "node:cluster";
import { type RunningServer, startServer } from "@svc/server/compose";
import { type Assignment, Seat, type StartFailure } from "@svc/server/workers";
import { toFailure } from "../failure.ts";
import { freeStartUpMemory } from "./memory.ts";

/** One of the processes of `serve --workers`. What it is to do comes from the one that started it. */
export async function serveAsWorker(worker: Worker): Promise<void> {
  // A terminal sends them to all processes. The first one decides, and tells the others.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  const seat = new Seat(worker);
  const assignment = await seat.assignment;
  const server = assignment && (await start(seat, assignment));
  if (!server) return;
  seat.serves(server);
  freeStartUpMemory();
  await seat.stopped;
  await server.stop();
}

async function start(seat: Seat, { config, place }: Assignment): Promise<RunningServer | undefined> {
  try {
    const server = await startServer(config, place);
    seat.lookAtCertificate = server.lookAtCertificate;
    if (config.https) process.on("SIGHUP", () => {}); // the first one tells of it as well
    return server;
  } catch (error) {
    await seat.cannotStart(encode(error));
    return undefined;
  }
}

function encode(error: unknown): StartFailure {
  const { code, reason, message, hint, cause } = toFailure(error);
  const stack = cause instanceof Error ? cause.stack : cause;
  return { code, reason, message, hint, cause: stack === undefined ? undefined : String(stack) };
}
