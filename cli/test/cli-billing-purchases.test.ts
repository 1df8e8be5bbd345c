import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { systemActor } from "../../server/src/domain/analytics/record-event.ts";
import { updateProject } from "../../server/src/domain/projects/update-project.ts";
import { billingOf } from "../../server/src/testing/billing.ts";
import { ONE_TIME } from "../../server/src/testing/one-time.ts";
import { PLAY_BILLING } from "../../server/src/testing/stores/play-bench.ts";
import type { KeptOneTime, OneTimeBought } from "../../server/src/testing/stores/play-one-time.ts";
import { oneTimeNotice } from "../../server/src/testing/stores/play-push.ts";
import { storeFaults } from "../../server/src/testing/stores/store-fault.ts";
import { billingRows } from "../src/remote/billing-rows.ts";
import { CliShop } from "./cli-billing-bench.ts";

vi.setConfig({ testTimeout: 300_000 }); // a few programs each

const ADA = "ada@example.com";
const BOB = "bob@example.com";

let shop: CliShop;
let [ada, bob] = ["", ""];
let purchase: KeptOneTime;
beforeAll(async () => {
  shop = await CliShop.open();
  const billing = { ...PLAY_BILLING, oneTimeProducts: ONE_TIME };
  await updateProject(shop.bench.t.app, systemActor, shop.project.id, { settings: { billing } });
  const [one, other] = [await shop.user(ADA), await shop.user(BOB)];
  [ada, bob] = [one.id, other.id];
  purchase = await sell(one);
  shop.bench.t.advance(1000);
  await sell(other, { productId: "coins_100", quantity: 3, isTest: true });
});
afterAll(() => shop.close());

async function sell(user: Awaited<ReturnType<CliShop["user"]>>, bought: OneTimeBought = {}) {
  const { bench, project } = shop;
  const { purchaseAccountToken: accountToken } = await billingOf(bench.t, project, user).getBillingAccount(
    {},
  );
  const sold = bench.play.oneTime.buy({ ...bought, accountToken });
  const notice = oneTimeNotice(1, sold.token, sold.productId);
  expect(await bench.play.deliver(notice, bench.webhook(project))).toBe(200);
  await shop.work();
  return sold;
}

async function listed(...flags: string[]): Promise<{ id: string; userId: string }[]> {
  const { purchases } = await shop.json("purchases", "list", ...flags);
  return (purchases as { userId: string; purchase: { id: string } }[]).map((one) => ({
    id: one.purchase.id,
    userId: one.userId,
  }));
}

describe("billing purchases", () => {
  test("list takes user, store and sandbox, and names the next page", async () => {
    const [first, ...rest] = await listed();
    expect({ userId: first?.userId, rest }).toEqual({ userId: ada, rest: [] });
    expect((await listed("--sandbox")).map(({ userId }) => userId)).toEqual([bob, ada]);
    expect(await listed("--user", BOB)).toEqual([]);
    expect((await listed("--user", bob, "--sandbox")).map(({ userId }) => userId)).toEqual([bob]);
    expect(await listed("--store", "stripe")).toEqual([]);
    const page = await shop.run("purchases", "list", "--sandbox", "--page-size", "1");
    expect(page.stdout.trim().split("\t").slice(1, 7)).toEqual([
      ...[bob, "play-store", "coins_100", "consumable", "paid", "3"],
    ]);
    const [, next = ""] = /^there are more: svc (.+)\n$/.exec(page.stderr) ?? [];
    expect((await shop.cli.run(next.split(" "))).stdout).toContain(`${first?.id}\t${ada}\t`);
    expect((await shop.failure("purchases", "list", "--store", "amazon")).code).toBe(2);
    expect((await shop.failure("purchases", "list", "--user", "nobody@example.com")).code).toBe(3);
  });

  test("refresh asks the store and shows what it said, without the token of the purchase", async () => {
    const [{ id } = { id: "" }] = await listed();
    shop.bench.play.fault = storeFaults["answers 503"];
    expect(await shop.failure("purchases", "refresh", id)).toMatchObject({ code: 7 });
    shop.bench.play.fault = undefined;
    shop.bench.t.advance(60_000);
    const text = await shop.text("purchases", "refresh", id);
    expect(text).toMatch(new RegExp(`^id\t${id}\nuser\t${ada}\nstore\tplay-store\nproduct\tpro_lifetime\n`));
    expect(text).not.toContain(purchase.token);
    shop.bench.play.oneTime.refund(purchase);
    shop.bench.t.advance(60_000);
    expect(await shop.json("purchases", "refresh", id)).toMatchObject({
      purchase: { userId: ada, purchase: { state: "PURCHASE_STATE_REFUNDED" } },
    });
    expect(await shop.failure("purchases", "refresh", "nope")).toEqual({
      code: 3,
      message: 'project demo has no purchase "nope"',
      hint: "svc billing purchases list --project demo --sandbox shows the ids",
    });
  });

  test("the catalog shows what is bought once", async () => {
    const lines = (await shop.text("catalog", "get")).split("\n");
    expect(lines.filter((line) => line.startsWith("one-time"))).toEqual([
      "one-time product\tpro_lifetime\tPro for good\tlifetime\t199 USD\tgives pro\tplay-store pro_lifetime",
      "one-time product\tcoins_100\t100 coins\tconsumable\t0.99 USD\tgives nothing\tplay-store coins_100",
      "one-time product\tseason_pass\tSeason pass\tnon-renewing\t0.99 USD\tgives nothing\tplay-store season_pass",
    ]);
  });

  test("every command was run with --json", () => {
    // Play refunds by itself: refund is run in the test of support.
    const mine = billingRows.filter(({ usage }) => /^billing purchases (?!refund)/.test(usage));
    expect(shop.shapes.missing(mine)).toEqual([]);
  });
});
