import { setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../src/app.ts";
import { AppError, ProjectChangedError } from "../../src/errors.ts";
import { Actor, actors, type Moments } from "./actor.ts";
import type { Lane } from "./lane.ts";
import { idle, type Opened, type UseCase } from "./use-case.ts";
import type { World } from "./world.ts";

export type Outcome =
  | { kind: "acknowledged"; opened: Opened }
  | { kind: "idle" }
  | { kind: "refused"; error: AppError }
  /** Not an answer that the product knows. */
  | { kind: "failed"; error: unknown };

/** One call of a schedule, when it is over. */
export type Call = Readonly<{ useCase: UseCase; actor: Actor; outcome: Outcome }>;

export type Ran = Readonly<{
  a: Call;
  b: Call;
  /** B waited for a lock of A, so that A went on. */
  isSerialised: boolean;
  /** A has no n-th suspension point: the schedule is one call after the other, and there is none with a larger n. */
  isPastTheEnd: boolean;
}>;

/** How often to look whether B makes progress. It only decides when PostgreSQL is asked. */
const LOOK_MS = 2;
const LONGEST_WAIT_MS = 5_000;
const TICK_MS = 50;

export const tooLong = new Error("it takes longer than 5 seconds");

/** Runs A to its n-th suspension point, B to its end, and then the rest of A. */
export async function runSchedule(lane: Lane, world: World, a: UseCase, b: UseCase, n: number): Promise<Ran> {
  const moments: Moments = { count: 0 };
  const first = new Actor("A", moments, n);
  const ofA = callAs(lane.app, first, a, world);
  await soonEnough(Promise.race([ofA, first.stopped.promise.then((): Outcome => ({ kind: "idle" }))]));
  const isPastTheEnd = !first.hasStopped;

  const second = new Actor("B", moments, Number.POSITIVE_INFINITY);
  let isSerialised = false;
  const letGo = (): void => {
    if (isSerialised || isPastTheEnd) return;
    isSerialised = true;
    first.release();
  };
  // SQLite has one writer: who begins or writes while the other is in a transaction waits for its end.
  lane.waits.beforeWriting = (actor) => {
    if (actor === second && first.openTransactions > 0) letGo();
  };
  const ofB = callAs(lane.app, second, b, world);
  if (!isPastTheEnd) await watch(lane, second, ofB, letGo);
  first.release();

  const [outcomeA, outcomeB] = await Promise.all([soonEnough(ofA), soonEnough(ofB)]);
  lane.waits.beforeWriting = () => {};
  return {
    a: { useCase: a, actor: first, outcome: outcomeA },
    b: { useCase: b, actor: second, outcome: outcomeB },
    isSerialised,
    isPastTheEnd,
  };
}

/** Until B has ended or waits for a lock; on PostgreSQL its statement then just does not come back. */
async function watch(lane: Lane, actor: Actor, call: Promise<Outcome>, letGo: () => void): Promise<void> {
  let isOver = false;
  const over = call.then(() => {
    isOver = true;
  });
  if (lane.kind === "sqlite") {
    await soonEnough(call);
    return;
  }
  for (let seen = -1, looks = 0; !isOver && looks < LONGEST_WAIT_MS / LOOK_MS; looks++) {
    await Promise.race([over, sleep(LOOK_MS)]);
    if (isOver) return;
    if (actor.finishedSteps === seen && actor.stepsUnderWay > 0 && (await lane.isBlocked())) {
      letGo();
      return;
    }
    seen = actor.finishedSteps;
  }
}

async function callAs(app: App, actor: Actor, useCase: UseCase, world: World): Promise<Outcome> {
  const outcome = await actors.run(actor, () => outcomeOf(useCase, app, world, actor.side));
  actor.answeredAt = actor.now();
  return outcome;
}

export async function outcomeOf(
  useCase: UseCase,
  app: App,
  world: World,
  side: Actor["side"],
): Promise<Outcome> {
  try {
    const answer = await answerOf(useCase, app, world, side);
    return answer === idle ? { kind: "idle" } : { kind: "acknowledged", opened: answer ?? {} };
  } catch (error) {
    const isRefusal = error instanceof AppError && error.reason !== "STORAGE_UNAVAILABLE";
    return isRefusal ? { kind: "refused", error } : { kind: "failed", error };
  }
}

/** The call begins again when a statement finds that the project has changed since it was read, as in the router. */
async function answerOf(
  useCase: UseCase,
  app: App,
  world: World,
  side: Actor["side"],
): ReturnType<UseCase["run"]> {
  try {
    return await useCase.run(app, world, side);
  } catch (error) {
    if (!(error instanceof ProjectChangedError)) throw error;
    return useCase.run(app, world, side);
  }
}

/** In time that this process had: while the machine stands still, no tick is counted. */
async function soonEnough(call: Promise<Outcome>): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  let ticks = 0;
  const timer = setInterval(() => {
    if (++ticks * TICK_MS >= LONGEST_WAIT_MS) resolve({ kind: "failed", error: tooLong });
  }, TICK_MS);
  try {
    return await Promise.race([call, promise]);
  } finally {
    clearInterval(timer);
  }
}
