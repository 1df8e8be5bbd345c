import { DAY_MS } from "../../src/testing/billing.ts";
import { send, setDown } from "./delivery.ts";
import { runJobs } from "./jobs.ts";
import type { Scene } from "./scene.ts";

export const HOUR_MS = 3_600_000;
/** A server gives a notification up after a day. */
const OUTAGE_MS = 18 * HOUR_MS;

/** As long as Google waits for an acknowledgement. */
const EAGER_MS = 3 * DAY_MS;

/** Time goes on from one event of a store to the next, and at first the server works at least once a day. */
export async function passTime(scene: Scene, ms: number): Promise<void> {
  const { world, sides } = scene;
  const start = world.now;
  const end = start + ms;
  if (end > (scene.downSince ?? end) + OUTAGE_MS) setDown(scene, false);
  while (world.now < end) {
    const due = Math.min(...sides.flatMap((side) => side.lines.map((line) => side.dueAt(line))));
    const nextDay = world.now < start + EAGER_MS ? world.now + DAY_MS : end;
    const next = Math.min(due, nextDay, end);
    world.t.advance(Math.max(0, next - world.now));
    await storesAct(scene);
    await runJobs(world);
  }
}

/** The stores do what is due. */
export async function storesAct(scene: Scene): Promise<void> {
  for (const side of scene.sides) {
    for (const line of side.lines.filter((line) => side.dueAt(line) <= scene.world.now)) {
      const news = side.due(line, scene.roll) ?? [];
      for (const { what } of news) {
        scene.count(`${side.store}: ${what}`);
        scene.say(`${line.name} ${what}`);
      }
      await send(scene, news);
    }
  }
}
