import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Db } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { asItComes, shuffled } from "../../testing/as-it-comes.ts";
import { DAY_MS, MONTH_MS, paidMonth, SELLING } from "../../testing/billing.ts";
import { type Dice, dice, pick } from "../../testing/dice.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { seed } from "../../testing/seed.ts";
import { TestApp } from "../../testing/test-app.ts";
import { systemActor } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { deleteUser } from "../users/delete-user.ts";
import { applySnapshot } from "./apply-snapshot.ts";
import { billingAccountOf } from "./billing-account.ts";
import { entitlementsOf } from "./entitlements-of.ts";
import { type Snapshot, subscriptionStates } from "./snapshot.ts";

const CASES = times(20, 10_000);
const T = Date.parse("2030-01-01T00:00:00Z");
const PAID = subscriptionStates.filter((state) => state !== "pending");

type Buyer = { id: string; token: string };
/** A word of Google's about one of the purchases. `buyer`: whose token it carries. */
type Word = { purchase: number; buyer: number | undefined; told: Partial<Snapshot> };

/** Purchases of which each takes the place of the one before: up and down through the tiers, by anybody. */
function chain(roll: Dice): Word[][] {
  let takenAt = T;
  return Array.from({ length: 2 + roll(3) }, (_, purchase) => {
    const length = 1 + roll(3);
    const buyer = pick(roll, [0, 1, undefined]);
    return Array.from({ length }, (_, n) => {
      const isLast = n === length - 1;
      takenAt += 1 + roll(3);
      const end = T + (roll(3) - 1) * MONTH_MS + roll(DAY_MS);
      const state = !isLast && n === 0 && roll(3) === 0 ? ("pending" as const) : pick(roll, PAID);
      const productId = pick(roll, ["pro", "team", "gone"]);
      const willRenew = roll(2) === 1;
      const told = { takenAt, state, productId, willRenew, periodEnd: end, accessUntil: end, addOns: [] };
      // Bought together with it, and maybe taken back earlier.
      const addOn = { productId: "team", planId: "p1m", accessUntil: end - roll(2) * DAY_MS, willRenew };
      if (roll(3) === 0) Object.assign(told, { addOns: [addOn] });
      return { purchase, buyer, told };
    });
  });
}

async function waitingForRows(db: Db): Promise<number> {
  const waiting = sql<{ count: string }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return Number((await waiting.execute(db)).rows[0]?.count ?? 0);
}

describe.each(engines)("Purchases that replace each other, told in any order on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    const billing = { ...SELLING, playStore: { ...SELLING.playStore, packageName: "com.example.app" } };
    ({ project } = await t.addProject("Demo", { allowAnonymousSignIn: true, billing }));
  });
  afterEach(() => t.close());

  const buyer = async (): Promise<Buyer> => {
    const { user } = await t.auth(project).signInAnonymously({});
    const id = user?.id ?? "";
    return { id, token: (await billingAccountOf(t.app, project, id)).purchaseToken };
  };

  const snapshotOf = (key: string, buyers: readonly Buyer[], { purchase, buyer, told }: Word) =>
    paidMonth(T, {
      ...{ startedAt: T, periodStart: T, ...told, store: "play_store", planId: "p1m" },
      subjectKey: `${key} ${purchase}`,
      accountToken: buyers[buyer ?? -1]?.token ?? null,
      replaces: purchase > 0 ? [`${key} ${purchase - 1}`] : [],
    });

  const apply = (key: string, buyers: readonly Buyer[], word: Word) =>
    applySnapshot(t.app, project, snapshotOf(key, buyers, word));

  /** Whose each purchase is and what has its place, and what each buyer may use; of the last one also all that was told. */
  const outcome = async (key: string, buyers: readonly Buyer[]) => {
    const rows = await t.app.db
      .selectFrom("subscriptions")
      .selectAll()
      .where("subjectKey", "like", `${key} %`)
      .orderBy("subjectKey")
      .execute();
    const entitlements = [];
    for (const { id } of buyers) {
      const list = await entitlementsOf(t.app, project, id);
      entitlements.push(list.map(({ id, active, expiresAt }) => ({ id, active, expiresAt })));
    }
    const owners = rows.map(({ userId, supersededBy }) => [
      buyers.findIndex(({ id }) => id === userId),
      supersededBy?.split(" ").at(-1),
    ]);
    const { state, productId, accessUntil, tierId, addOns } = rows.at(-1) ?? {};
    return { owners, entitlements, last: { state, productId, accessUntil, tierId, addOns } };
  };

  const runCase = async (n: number): Promise<void> => {
    const roll = dice(seed + n);
    const told = chain(roll);
    const [buyers, reference] = [
      [await buyer(), await buyer()],
      [await buyer(), await buyer()],
    ];
    const comes = shuffled(
      roll,
      told.flatMap((words) => asItComes(roll, words)),
    );
    if (roll(2) === 0) for (const word of comes) await apply(`case-${n}`, buyers, word);
    else await Promise.all(comes.map((word) => apply(`case-${n}`, buyers, word)));
    for (const words of told) await apply(`reference-${n}`, reference, words.at(-1) as Word);
    const where = `seed ${seed}, case ${n}`;
    expect(await outcome(`case-${n}`, buyers), where).toEqual(await outcome(`reference-${n}`, reference));

    // An account goes, and everything is told once more.
    const scope = { project, by: systemActor, tellsOtherProjects: false };
    for (const [gone] of [buyers, reference]) if (gone) await deleteUser(t.app, scope, gone.id);
    for (const word of shuffled(roll, comes)) await apply(`case-${n}`, buyers, word);
    for (const words of told) await apply(`reference-${n}`, reference, words.at(-1) as Word);
    const after = await outcome(`case-${n}`, buyers.slice(1));
    expect(after, `${where}, after a deletion`).toEqual(await outcome(`reference-${n}`, reference.slice(1)));
  };

  // On SQLite transactions run one after another.
  test.runIf(engine.kind === "postgres")(
    "an owner reaches what takes the place of the heir at the same moment",
    async () => {
      const buyers = [await buyer()];
      const end = T + MONTH_MS;
      const told = {
        state: "active" as const,
        productId: "pro",
        periodEnd: end,
        accessUntil: end,
        addOns: [],
      };
      const word = (purchase: number, owner?: number): Word => ({
        ...{ purchase, buyer: owner },
        told: { ...told, takenAt: T + purchase },
      });
      await apply("race", buyers, word(1));
      const [written, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const last = transact(t.app, async (app) => {
        await applySnapshot(app, project, snapshotOf("race", buyers, word(2)));
        written.resolve();
        await released.promise;
      });
      await written.promise;
      // It gives its owner to the second purchase and waits there: the other transaction has changed that row.
      const first = apply("race", buyers, word(0, 0));
      await expect.poll(() => waitingForRows(t.app.db)).toBeGreaterThan(0);
      released.resolve();
      await Promise.all([last, first]);
      expect((await outcome("race", buyers)).owners.map(([owner]) => owner)).toEqual([0, 0, 0]);
    },
  );

  test(`lead to the same owners and entitlements (${CASES} cases)`, { timeout: 3_600_000 }, async () => {
    process.stderr.write(`\npurchases that replace each other: SVC_SEED=${seed}\n`);
    for (let n = 0; n < CASES; n++) await runCase(n);
  });
});
