import { afterAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { times } from "./full.ts";
import { ServerProcess } from "./server-process.ts";
import type { Model } from "./simulator/model.ts";
import { models } from "./simulator/models.ts";
import { neverHappened, type Row, rowOf, tableOf } from "./simulator/report.ts";
import { type Outcome, simulate } from "./simulator/world.ts";

/** Servers take their time to start on a busy machine. */
const timeout = times(180_000, 3_600_000);
const seed = Number(process.env.SVC_TEST_SEED ?? Date.now() % 1_000_000);
const rows = new Map<string, Row>();

afterAll(() => {
  const title = `simulator: SVC_TEST_SEED=${seed} repeats this run\n`;
  process.stderr.write(title + tableOf(models.flatMap(({ name }) => rows.get(name) ?? [])));
});

async function run(model: Model): Promise<void> {
  let server: ServerProcess | ReturnType<typeof inject<"server">> = inject("server");
  if (model.process?.serverKills) {
    const own = await ServerProcess.start();
    onTestFinished(() => own.stop());
    server = own;
  }
  const ownSeed = seed + 10_000 * models.indexOf(model);
  const outcome = await simulate(model, ownSeed, server);
  const row = rowOf(model, ownSeed, outcome);
  rows.set(model.name, row);

  const { wrong, successors } = outcome;
  expect({ wrong, forked: successors.forked }).toEqual({ wrong: [], forked: 0 });
  expectNoOtherEnds(model, outcome);
  // However many answers were lost.
  if (!model.ends && !model.round) expectOnePerPhone(model, outcome);
  // Small numbers leave that to chance.
  if (times(0, 1)) expect(neverHappened(model, row)).toEqual([]);
  expect(row.refreshes).toBeGreaterThanOrEqual(model.phones * model.rounds);
}

/** Each session that the server took for stolen, and each call that it took for a late one, is one that the model names. */
function expectNoOtherEnds({ ends, network, round }: Model, { families, ended }: Outcome): void {
  const { reused, lateRepeated } = families;
  const isLate = network?.lateDuplicates || round;
  if (!ends) expect({ reused, late: isLate ? 0 : lateRepeated }).toEqual({ reused: 0, late: 0 });
  else expect(reused + lateRepeated).toBe(ends.reasons.includes("expired") ? ended : 0);
  if (ends?.by) expect(ends.by === "reuse" ? reused : lateRepeated).toBe(ended);
}

function expectOnePerPhone({ phones }: Model, { families: { sessions, guests } }: Outcome): void {
  expect({ sessions, guests }).toEqual({ sessions: phones, guests: phones });
}

describe("honest phones stay signed in", () => {
  test.each(models.filter(({ ends }) => !ends))("$name", { timeout }, run);
});

describe("only what the server cannot tell from theft, or what the disk has lost, ends a session; the user signs in again", () => {
  test.each(models.filter(({ ends }) => ends && !ends.mustEnd))("$name", { timeout }, run);
});

describe("every thief is found, and no honest phone is signed out for it", () => {
  test.each(models.filter(({ ends }) => ends?.mustEnd && ends.by === "reuse"))("$name", { timeout }, run);
});

describe("one or two rotations after a disk was copied, a call from the copy looks like a late one: whoever is behind is refused", () => {
  test.each(models.filter(({ ends }) => ends?.by === "late repeat"))("$name", { timeout }, run);
});
