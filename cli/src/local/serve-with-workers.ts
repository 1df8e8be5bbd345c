import cluster from "node:cluster";
import { isSea } from "node:sea";
import { lockForWorkers, openMetrics, type RunningServer } from "@svc/server/compose";
import type { Config } from "@svc/server/config";
import { OperatorError } from "@svc/server/errors";
import type { Log } from "@svc/server/log";
import { type Program, WorkerPool, WorkerStartError } from "@svc/server/workers";
import { Failure } from "../failure.ts";

/** Answers nobody itself: it holds the ports and the lock, and sees to it that workers run. */
export async function serveWithWorkers(config: Config, log: Log): Promise<RunningServer> {
  if (!cluster.isPrimary) {
    throw new OperatorError(
      "svc was started as a worker process of another program, which cannot start workers itself",
      "set workers to 1",
    );
  }
  const metrics = await openMetrics(config);
  const pool = new WorkerPool({ config, log, lock: lockForWorkers(config), program: thisProgram() });
  try {
    const serving = await pool.start();
    metrics?.tell(log, () => pool.metrics());
    return {
      ...serving,
      lookAtCertificate: () => pool.lookAtCertificate(),
      async stop() {
        await pool.stop();
        await metrics?.close();
      },
    };
  } catch (error) {
    await Promise.all([pool.stop(), metrics?.close()]);
    throw error instanceof WorkerStartError ? toFailure(error) : error;
  }
}

/** The executable takes every word for its own and has its flags of Node inside; Node takes the first word for the program. */
function thisProgram(): Program {
  const [exec = "", ...args] = process.argv.slice(isSea() ? 2 : 1);
  return { exec, args, nodeFlags: isSea() ? [] : process.execArgv };
}

function toFailure({ message, why }: WorkerStartError): Failure {
  if (why) return new Failure(why.code, why.reason, why.message, why.hint, { cause: why.cause });
  return new Failure("internal", "WORKER_ENDED", message, "see its messages above");
}
