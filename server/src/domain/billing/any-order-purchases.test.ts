import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AppError } from "../../errors.ts";
import { findPurchase } from "../../storage/purchases.ts";
import { asItComes, shuffled } from "../../testing/as-it-comes.ts";
import { SELLING } from "../../testing/billing.ts";
import { type Dice, dice, pick } from "../../testing/dice.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { ONE_TIME, paidOnce } from "../../testing/one-time.ts";
import { seed } from "../../testing/seed.ts";
import { TestApp } from "../../testing/test-app.ts";
import { systemActor } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { deleteUser } from "../users/delete-user.ts";
import { applyPurchase } from "./apply-purchase.ts";
import { billingAccountOf } from "./billing-account.ts";
import { consumePurchase } from "./consume-purchase.ts";
import { entitlementsOf } from "./entitlements-of.ts";
import { type PurchaseSnapshot, purchaseStates } from "./purchase.ts";

const CASES = times(20, 10_000);
const T = Date.parse("2030-01-01T00:00:00Z");
const LIFETIME = "com.example.app.pro_lifetime";
const COINS = "com.example.app.coins_100";

type Buyer = { id: string; token: string };
/** A word of the store's about the purchase. `buyer`: whose token it carries. */
type Word = { buyer: number | undefined; told: Partial<PurchaseSnapshot> };

/** What a store may have told over time, the last word last. */
function history(roll: Dice): Word[] {
  const length = 1 + roll(5);
  const isOwned = roll(4) > 0;
  const productId = pick(roll, [LIFETIME, LIFETIME, COINS, COINS, "com.example.app.gone"]);
  let takenAt = T;
  return Array.from({ length }, (_, n) => {
    const isLast = n === length - 1;
    // Two words may be of the same moment; the last one is later than all others.
    takenAt += isLast ? 1 + roll(2) : roll(2);
    const state = pick(roll, purchaseStates);
    const refundedAt = state === "refunded" ? takenAt : null;
    const buyer = isLast ? 0 : pick(roll, [0, 1, undefined]);
    return {
      buyer: isOwned ? buyer : undefined,
      told: { takenAt, state, productId, refundedAt, purchasedAt: T, quantity: 1 + roll(3) },
    };
  });
}

describe.each(engines)("One-time purchases told in any order on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    const billing = { ...SELLING, oneTimeProducts: ONE_TIME };
    ({ project } = await t.addProject("Demo", { allowAnonymousSignIn: true, billing }));
  });
  afterEach(() => t.close());

  const buyer = async (): Promise<Buyer> => {
    const { user } = await t.auth(project).signInAnonymously({});
    const id = user?.id ?? "";
    return { id, token: (await billingAccountOf(t.app, project, id)).purchaseToken };
  };

  const apply = (subjectKey: string, buyers: readonly Buyer[], { buyer, told }: Word) =>
    applyPurchase(
      t.app,
      project,
      paidOnce(T, { ...told, subjectKey, accountToken: buyers[buyer ?? -1]?.token ?? null }),
    );

  const rowOf = async (subjectKey: string) => {
    const row = await findPurchase(t.app.db, project.id, "app_store", subjectKey);
    if (!row) throw new Error(`${subjectKey} is not stored`);
    return row;
  };

  /** What is known about the purchase, whose it is, and what each buyer may use by it. */
  const outcome = async (subjectKey: string, buyers: readonly Buyer[]) => {
    const { state, quantity, refundedAt, snapshotAt, kind, catalogId, userId } = await rowOf(subjectKey);
    const owner = buyers.findIndex(({ id }) => id === userId);
    const entitlements = [];
    for (const { id } of buyers) {
      const list = await entitlementsOf(t.app, project, id);
      entitlements.push(list.map(({ id, active, expiresAt }) => ({ id, active, expiresAt })));
    }
    return { state, quantity, refundedAt, snapshotAt, kind, catalogId, owner, entitlements };
  };

  /** The backend tries to deliver it. Returns whether it may, and throws when that is wrong. */
  const consume = async (subjectKey: string, claimId: string, where: string): Promise<boolean> => {
    const before = await rowOf(subjectKey);
    const isOpen = before.state === "paid" && before.userId !== null && before.kind === "consumable";
    const by = { project, by: systemActor };
    const isNew = await consumePurchase(t.app, by, { purchaseId: before.id, claimId }).then(
      (consumed) => consumed.isNew,
      (error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      },
    );
    expect(isNew, `${where}, ${before.state}`).toBe(isOpen && before.consumedAt === null);
    return isNew;
  };

  const runCase = async (n: number): Promise<void> => {
    const roll = dice(seed + n);
    const told = history(roll);
    const [buyers, reference] = [
      [await buyer(), await buyer()],
      [await buyer(), await buyer()],
    ];
    const where = `seed ${seed}, case ${n}`;
    const comes = asItComes(roll, told);
    let delivered = 0;
    if (roll(2) === 0) {
      for (const [at, word] of comes.entries()) {
        await apply(`case ${n}`, buyers, word);
        if (roll(2) === 0 && (await consume(`case ${n}`, `claim-${at}`, where))) delivered += 1;
      }
    } else {
      await Promise.all(comes.map((word) => apply(`case ${n}`, buyers, word)));
    }
    const last = told.at(-1) as Word;
    await apply(`reference ${n}`, reference, last);
    expect(await outcome(`case ${n}`, buyers), where).toEqual(await outcome(`reference ${n}`, reference));

    // An account goes, and everything is told once more.
    const scope = { project, by: systemActor, tellsOtherProjects: false };
    for (const [gone] of [buyers, reference]) if (gone) await deleteUser(t.app, scope, gone.id);
    for (const word of shuffled(roll, comes)) await apply(`case ${n}`, buyers, word);
    await apply(`reference ${n}`, reference, last);
    const after = await outcome(`case ${n}`, buyers.slice(1));
    expect(after, `${where}, after a deletion`).toEqual(await outcome(`reference ${n}`, reference.slice(1)));
    if (await consume(`case ${n}`, "claim-last", where)) delivered += 1;
    expect(delivered, where).toBeLessThanOrEqual(1);
  };

  test(`lead to the same purchase, and deliver it once (${CASES} cases)`, {
    timeout: 3_600_000,
  }, async () => {
    process.stderr.write(`\none-time purchases in any order: SVC_SEED=${seed}\n`);
    for (let n = 0; n < CASES; n++) await runCase(n);
  });
});
