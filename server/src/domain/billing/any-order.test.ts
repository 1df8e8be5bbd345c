import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { asItComes } from "../../testing/as-it-comes.ts";
import { DAY_MS, MONTH_MS, PRO, paidMonth, SELLING, TEAM } from "../../testing/billing.ts";
import { type Dice, dice, pick } from "../../testing/dice.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { seed } from "../../testing/seed.ts";
import { TestApp } from "../../testing/test-app.ts";
import type { Project } from "../projects/project.ts";
import { applySnapshot } from "./apply-snapshot.ts";
import { billingAccountOf } from "./billing-account.ts";
import type { BillingSettings } from "./billing-settings.ts";
import type { CatalogTier } from "./catalog.ts";
import { entitlementsOf } from "./entitlements-of.ts";
import { type Snapshot, subscriptionStates } from "./snapshot.ts";

const CASES = times(60, 10_000);
/** Few enough that nobody waits for a connection, or for another lane, for seconds. */
const LANES = 4;
const T = Date.parse("2030-01-01T00:00:00Z");

const playPlan = (id: string, planId: string): CatalogTier => {
  const tier = SELLING.tiers.find((tier) => tier.id === id) as CatalogTier;
  const products = tier.products.map((product) => ({
    ...product,
    playStoreProductId: "main",
    playStoreBasePlanId: planId,
  }));
  return { ...tier, products };
};
/** Also in Google Play, where both tiers are base plans of one product. */
const BOTH_STORES: BillingSettings = {
  ...SELLING,
  playStore: { ...SELLING.playStore, packageName: "com.example.app" },
  tiers: [playPlan("pro", "pro-m"), playPlan("team", "team-m")],
};
const ON_PLAY = ["pro-m", "team-m", "promo"]
  .map((planId) => ({ store: "play_store" as const, productId: "main", planId }))
  .concat({ store: "play_store", productId: "gone", planId: "pro-m" });

const ADD_ONS = ["team-m", "promo"].map((planId, n) => ({
  ...{ productId: n === 0 ? "main" : "gone", planId, accessUntil: T + MONTH_MS, willRenew: n === 0 },
}));

type Buyer = { id: string; token: string };

/** What a store may have told over time, the last word last. */
function history(roll: Dice, tokens: readonly (string | null)[]): Partial<Snapshot>[] {
  const length = 1 + roll(6);
  const isPlay = roll(2) === 0;
  let takenAt = T;
  const isOwned = roll(4) > 0;
  return Array.from({ length }, (_, n) => {
    const isLast = n === length - 1;
    // Two words may be of the same moment; the last one is later than all others.
    takenAt += isLast ? 1 + roll(3) : roll(3);
    const end = T + (roll(4) - 1) * MONTH_MS + roll(DAY_MS);
    const state = pick(roll, subscriptionStates);
    return {
      takenAt,
      state,
      ...(isPlay ? pick(roll, ON_PLAY) : { productId: pick(roll, [PRO, TEAM, "com.example.app.gone"]) }),
      environment: pick(roll, ["production", "sandbox"] as const),
      willRenew: roll(2) === 1,
      isTrial: roll(3) === 0,
      periodEnd: end,
      accessUntil: end + (state === "grace_period" ? 7 * DAY_MS : 0),
      canceledAt: state === "canceled" ? takenAt : null,
      cancelReason: pick(roll, ["", "user", "billing"]),
      addOns: isPlay ? ADD_ONS.slice(roll(3), 3) : [],
      accountToken: isOwned ? (isLast ? (tokens[0] ?? null) : pick(roll, [...tokens, null])) : null,
    };
  });
}

describe.each(engines)("Notifications in any order on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    const settings = { allowAnonymousSignIn: true, billing: BOTH_STORES };
    ({ project } = await t.addProject("Demo", settings));
  });
  afterEach(() => t.close());

  const buyer = async (): Promise<Buyer> => {
    const { user } = await t.auth(project).signInAnonymously({});
    const id = user?.id ?? "";
    return { id, token: (await billingAccountOf(t.app, project, id)).purchaseToken };
  };

  /** What is known about the subscription, and what each buyer may use by it; ids and our own times left out. */
  const outcome = async (subjectKey: string, buyers: readonly Buyer[]) => {
    const row = await t.app.db
      .selectFrom("subscriptions")
      .selectAll()
      .where("subjectKey", "=", subjectKey)
      .executeTakeFirstOrThrow();
    const { id, createdAt, updatedAt, checkAt, checkAttempts, subjectKey: _key, ...known } = row;
    // What was told on the way, and lost here, is how these are known.
    const { begunAt, paidAt, hadTrial, revokedAt, ...told } = known;
    const entitlements = [];
    for (const buyer of buyers) {
      const list = await entitlementsOf(t.app, project, buyer.id);
      entitlements.push(list.map((one) => ({ ...one, subscriptionId: one.subscriptionId === id })));
    }
    const owner = buyers.findIndex((one) => one.id === told.userId);
    const token = buyers.findIndex((one) => one.token === told.accountToken);
    return { ...told, userId: owner, accountToken: token, entitlements };
  };

  const runCase = async (n: number, buyers: readonly Buyer[], reference: readonly Buyer[]) => {
    const roll = dice(seed + n);
    const told = history(
      roll,
      buyers.map(({ token }) => token),
    );
    const snapshot = (changes: Partial<Snapshot>, subjectKey: string) =>
      paidMonth(T, { startedAt: T, periodStart: T, ...changes, subjectKey });
    const comes = asItComes(roll, told);
    if (roll(2) === 0) {
      for (const one of comes) await applySnapshot(t.app, project, snapshot(one, `case ${n}`));
    } else {
      await Promise.all(comes.map((one) => applySnapshot(t.app, project, snapshot(one, `case ${n}`))));
    }
    const last = told.at(-1) ?? {};
    const token = last.accountToken === buyers[0]?.token ? (reference[0]?.token ?? null) : null;
    const alone = snapshot({ ...last, accountToken: token }, `reference ${n}`);
    await applySnapshot(t.app, project, alone);
    expect(await outcome(`case ${n}`, buyers), `seed ${seed}, case ${n}`).toEqual(
      await outcome(`reference ${n}`, reference),
    );
    // So that the next case finds these buyers without anything.
    await t.app.db
      .deleteFrom("subscriptions")
      .where("subjectKey", "in", [`case ${n}`, `reference ${n}`])
      .execute();
  };

  test(`lead to the same subscription and entitlements (${CASES} cases)`, {
    timeout: 3_600_000,
  }, async () => {
    process.stderr.write(`\nnotifications in any order: SVC_SEED=${seed}\n`);
    const lane = async (first: number): Promise<void> => {
      const buyers = [await buyer(), await buyer()];
      const reference = [await buyer(), await buyer()];
      for (let n = first; n < CASES; n += LANES) await runCase(n, buyers, reference);
    };
    await Promise.all(Array.from({ length: LANES }, (_, n) => lane(n)));
  });
});
