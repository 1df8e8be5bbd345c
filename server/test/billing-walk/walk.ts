import { DAY_MS } from "../../src/testing/billing.ts";
import { pick } from "../../src/testing/dice.ts";
import { anotherAccount, becomePermanent, deleteAccount } from "./accounts.ts";
import { consume } from "./consume.ts";
import { deliverLate, setDown, unsettle } from "./delivery.ts";
import { runJobs } from "./jobs.ts";
import { judge } from "./judge.ts";
import { type Line, Violation } from "./model.ts";
import { catalog, grant, trouble } from "./operator.ts";
import { namedBy, settleOwner } from "./owners.ts";
import { HOUR_MS, passTime, storesAct } from "./pass-time.ts";
import type { Scene } from "./scene.ts";
import { buy, happen, restore } from "./shopping.ts";

/** By how often they happen. */
const EVENTS: readonly ((scene: Scene) => Promise<void>)[] = [
  ...[buy, buy, buy, buy],
  ...[happen, happen, happen, happen, happen],
  ...[time, time, time],
  ...[restore, consume, anotherAccount, becomePermanent, deleteAccount, grant, catalog, trouble],
];

/** People buy, stores and networks do what they do, and after each event everybody has what they paid for. */
export async function step(scene: Scene): Promise<void> {
  await pick(scene.roll, EVENTS)(scene);
  scene.world.t.advance(1000 + scene.roll(60_000));
  await storesAct(scene);
  await runJobs(scene.world);
  await judgeAll(scene);
}

/** Everything is delivered and every store can be reached for a day and a half: all must be as it should be. */
export async function quiet(scene: Scene): Promise<void> {
  scene.say("a quiet day");
  scene.isCalm = true;
  setDown(scene, false);
  await deliverLate(scene);
  for (let hours = 0; hours < 36; hours += 6) await passTime(scene, 6 * HOUR_MS);
  for (const line of scene.lines()) {
    if (line.store !== "play_store") line.isKnown = true;
    line.isUnsettled = false;
    settleOwner(scene, line);
  }
  // Google does not say what has taken the place of a purchase: it goes on until somebody brings the new one.
  for (const { isKnown, replaces } of scene.lines()) if (!isKnown && replaces) unsettle(replaces);
  scene.isCalm = false;
  await judgeAll(scene);
  const problems = scene.sides.flatMap((side) => side.problems());
  if (problems.length > 0) throw new Violation(problems.join("; "));
}

async function time(scene: Scene): Promise<void> {
  const ms = pick(scene.roll, [HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS, 8 * DAY_MS, 31 * DAY_MS]);
  scene.say(`${ms / HOUR_MS} hours pass`);
  await passTime(scene, ms);
}

async function judgeAll(scene: Scene): Promise<void> {
  const { world, sides } = scene;
  scene.grants = scene.grants.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > world.now);
  const named = (line: Line) => namedBy(scene, line);
  for (const user of scene.livingUsers()) {
    const granted = scene.grants.filter((one) => one.user === user).map(({ entitlement }) => entitlement);
    const mustHave = await judge(world, sides, user, granted, named);
    scene.count(mustHave ? "must have" : "must not have");
  }
}
