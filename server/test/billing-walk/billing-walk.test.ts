import { afterEach, describe, expect, test } from "vitest";
import { type StoreName, storeNames } from "../../src/domain/billing/stores.ts";
import { dice, pick } from "../../src/testing/dice.ts";
import { engines } from "../../src/testing/engines.ts";
import { isFull, times } from "../../src/testing/full.ts";
import { seed } from "../../src/testing/seed.ts";
import { AppStoreOneTimeSide } from "./app-store-one-time-side.ts";
import { AppStoreSide } from "./app-store-side.ts";
import { type Side, Violation } from "./model.ts";
import { PlayOneTimeSide } from "./play-one-time-side.ts";
import { PlaySide } from "./play-side.ts";
import { Scene } from "./scene.ts";
import { StripeAccount } from "./stripe-account.ts";
import { StripeOneTimeSide } from "./stripe-one-time-side.ts";
import { StripeSide } from "./stripe-side.ts";
import { quiet, step } from "./walk.ts";
import { World } from "./world.ts";

const EVENTS = times(40, 10_000);
/** A world of its own for so many events: a violation is then found again in seconds. */
const EVENTS_OF_A_WORLD = Math.min(EVENTS, 200);
const QUIET_EVERY = 20;
/** In a short walk it may take longer until somebody has paid. */
const LONGEST = 400;

/** What must have happened in a full run, in each of the stores and in the one whose walk it is. */
const EXPECTED = [
  ...["a guest became a permanent user", "reinstalled as a guest", "signed in elsewhere"],
  ...["an account was deleted", "granted", "a grant was revoked"],
  ...["team is retired", "team is removed", "what is bought once is retired"],
  ...storeNames.flatMap((store) => [`${store}: buy`, `${store}: buy once`, `${store}: keys rotated`]),
];
const EXPECTED_AT_MAIN: Readonly<Record<StoreName | "each", readonly string[]>> = {
  each: [
    ...["upgrade", "downgrade", "renews", "recover", "cancel", "uncancel"],
    ...["refund", "refund of an earlier period", "refund of what was bought once"],
    ...["consume, new", "consume, repeated", "consume, PURCHASE_CONSUMED", "consume, PURCHASE_NOT_PAID"],
  ],
  app_store: ["fails, grace begins", "refund reversed", "leave the family", "price increase accepted"],
  play_store: ["fails, grace begins", "pause", "revoke", "refund of one item", "price change confirmed"],
  stripe: ["fails", "partial refund", "dispute", "pause of the payments", "price change"],
};

function sidesOf(world: World): Side[] {
  const [appStore, play, account] = [new AppStoreSide(world), new PlaySide(world), new StripeAccount(world)];
  return [
    ...[appStore, play, new StripeSide(world, account)],
    new AppStoreOneTimeSide(world, appStore),
    new PlayOneTimeSide(world, play),
    new StripeOneTimeSide(world, account),
  ] as unknown as Side[];
}

describe.each(engines)("Whoever pays may use it, and nobody pays twice, on $kind", (engine) => {
  let world: World | undefined;
  afterEach(() => world?.close());

  /** Says how to find it again: the prefix up to this event is the shortest one, as each event is judged. */
  async function walk(main: string, number: number): Promise<ReadonlyMap<string, number>> {
    const roll = dice(seed + number * 7919);
    world = await World.open(engine, { purchaseTransfer: pick(roll, ["from_guest", "reject", "always"]) });
    const scene = new Scene(world, sidesOf(world), main, roll);
    let events = 0;
    try {
      const isCompared = () => (scene.counts.get("must have") ?? 0) > 0;
      while (events < EVENTS_OF_A_WORLD || (!isCompared() && events < LONGEST)) {
        await step(scene);
        events += 1;
        if (events % QUIET_EVERY === 0) await quiet(scene);
      }
      // Otherwise nothing was compared.
      expect(scene.counts.get("must have")).toBeGreaterThan(0);
      return scene.counts;
    } catch (error) {
      const prefix = scene.journal.slice(-200).join("\n");
      const where = `SVC_SEED=${seed}, ${main}, walk ${number}, event ${events}`;
      if (error instanceof Violation) throw new Error(`${error.message}\n${where}\n${prefix}`);
      throw new Error(`${where}\n${prefix}`, { cause: error });
    } finally {
      await world.close();
      world = undefined;
    }
  }

  test.each(storeNames)(`in a walk of ${EVENTS} events at %s`, { timeout: 14_400_000 }, async (main) => {
    process.stderr.write(`\nbilling walk at ${main}: SVC_SEED=${seed}\n`);
    const total = new Map<string, number>();
    for (let n = 0; n * EVENTS_OF_A_WORLD < EVENTS; n++) {
      for (const [what, count] of await walk(main, n)) total.set(what, (total.get(what) ?? 0) + count);
    }
    if (!isFull) return;
    const listed = [...total].toSorted().map(([what, count]) => `${count} ${what}`);
    process.stderr.write(`${main}:\n${listed.join("\n")}\n`);
    // A kind of event that never happens is one that is not tested.
    const atMain = [...EXPECTED_AT_MAIN.each, ...EXPECTED_AT_MAIN[main]].map((what) => `${main}: ${what}`);
    expect([...EXPECTED, ...atMain].filter((what) => !total.has(what))).toEqual([]);
  });
});
