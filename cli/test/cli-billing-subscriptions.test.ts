import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY_MS } from "../../server/src/testing/billing.ts";
import type { KeptPurchase } from "../../server/src/testing/stores/play-purchases.ts";
import { storeFaults } from "../../server/src/testing/stores/store-fault.ts";
import { billingRows } from "../src/remote/billing-rows.ts";
import { CliShop } from "./cli-billing-bench.ts";

vi.setConfig({ testTimeout: 300_000 }); // a few programs each

const ADA = "ada@example.com";
const BOB = "bob@example.com";

let shop: CliShop;
let [ada, bob] = ["", ""];
let purchase: KeptPurchase;
beforeAll(async () => {
  shop = await CliShop.open();
  const [one, other] = [await shop.user(ADA), await shop.user(BOB)];
  [ada, bob] = [one.id, other.id];
  purchase = await shop.sell(one);
  shop.bench.t.advance(1000);
  await shop.sell(other, { productId: "team", isTest: true });
});
afterAll(() => shop.close());

const lines = (text: string) => text.split("\n").map((line) => line.split("\t"));

async function listed(...flags: string[]): Promise<{ id: string; userId: string }[]> {
  const { subscriptions } = await shop.json("subscriptions", "list", ...flags);
  return (subscriptions as { userId: string; subscription: { id: string } }[]).map((one) => ({
    id: one.subscription.id,
    userId: one.userId,
  }));
}

describe("billing subscriptions", () => {
  test("list takes user, store, state and sandbox, and names the next page", async () => {
    const [first, ...rest] = await listed();
    expect({ userId: first?.userId, rest }).toEqual({ userId: ada, rest: [] });
    expect((await listed("--sandbox")).map(({ userId }) => userId)).toEqual([bob, ada]);
    expect(await listed("--user", BOB)).toEqual([]);
    expect((await listed("--user", bob, "--sandbox")).map(({ userId }) => userId)).toEqual([bob]);
    expect(await listed("--store", "stripe")).toEqual([]);
    expect(await listed("--store", "play-store", "--state", "active")).toEqual([first]);
    expect(await listed("--state", "expired")).toEqual([]);

    const page = await shop.run("subscriptions", "list", "--sandbox", "--page-size", "1");
    expect(lines(page.stdout.trim())[0]?.slice(1, 7)).toEqual([
      ...[bob, "play-store", "team", "team", "active", "yes"],
    ]);
    const [, next = ""] = /^there are more: svc (.+)\n$/.exec(page.stderr) ?? [];
    expect((await shop.cli.run(next.split(" "))).stdout).toContain(`${first?.id}\t${ada}\t`);
  });

  test("list refuses words that it does not know, and a user who is not there", async () => {
    expect(await shop.failure("subscriptions", "list", "--store", "amazon")).toEqual({
      code: 2,
      message: '--store cannot be "amazon"',
      hint: "it is one of app-store, play-store, stripe",
    });
    expect((await shop.failure("subscriptions", "list", "--state", "dead")).code).toBe(2);
    expect((await shop.failure("subscriptions", "list", "--user", "nobody@example.com")).code).toBe(3);
  });

  test("refresh asks the store and shows what it said", async () => {
    const [{ id } = { id: "" }] = await listed();
    shop.bench.play.fault = storeFaults["answers 503"];
    expect(await shop.failure("subscriptions", "refresh", id)).toMatchObject({
      code: 7,
      message: "the store is not responding; try again",
    });
    shop.bench.play.fault = undefined;
    shop.bench.t.advance(60_000);
    const text = await shop.text("subscriptions", "refresh", id);
    expect(text).toMatch(new RegExp(`^id\t${id}\nuser\t${ada}\nstore\tplay-store\n`));
    expect(text).not.toContain(purchase.token);
    shop.bench.play.purchases.refund(purchase, purchase.orders[0] ?? "");
    shop.bench.t.advance(60_000);
    const { subscription } = await shop.json("subscriptions", "refresh", id);
    expect(subscription).toMatchObject({ subscription: { state: "SUBSCRIPTION_STATE_EXPIRED" } });
    expect(await shop.failure("subscriptions", "refresh", "nope")).toEqual({
      code: 3,
      message: 'project demo has no subscription "nope"',
      hint: "svc billing subscriptions list --project demo --sandbox shows the ids",
    });
  });

  test("transfer asks first, gives the subscription to another user, and refuses one who is not there", async () => {
    const [{ id } = { id: "" }] = await listed();
    const owner = async () => (await listed())[0]?.userId;
    expect(await shop.failure("subscriptions", "transfer", id, BOB)).toMatchObject({
      code: 2,
      message: "this needs a confirmation, and there is no terminal to prompt on",
    });
    expect((await shop.failure("subscriptions", "transfer", id, "nobody@example.com", "--yes")).code).toBe(3);
    expect((await shop.failure("subscriptions", "transfer", "nope", BOB, "--yes")).code).toBe(3);
    expect(await owner()).toBe(ada);
    const { stderr } = await shop.run("subscriptions", "transfer", id, BOB, "--yes");
    expect(stderr).toBe(`transferred subscription ${id} to ${BOB}\n`);
    expect(await owner()).toBe(bob);
    expect(await shop.json("subscriptions", "transfer", id, ada, "--yes")).toMatchObject({
      subscription: { userId: ada },
    });
  });
});

describe("billing entitlements and grants", () => {
  test("add gives, list shows, revoke takes back", async () => {
    const expiresAt = "2031-01-31T12:00:00Z";
    const flags = ["--expires-at", expiresAt, "--reason", "beta \u001b[31mtester"];
    const { grant: given } = await shop.json("grants", "add", ADA, "team", ...flags);
    const id = String(Object(given).id);
    const [grant] = lines(await shop.text("grants", "list", ADA));
    expect(grant?.slice(0, 5)).toEqual([
      ...[id, "team", expiresAt, "beta  [31mtester", "admin:root@example.com"],
    ]);
    const entitlements = lines(await shop.text("entitlements", "list", ada));
    expect(entitlements.map((cells) => cells.slice(0, 4))).toContainEqual([
      "team",
      "yes",
      expiresAt,
      "grant",
    ]);
    const { stdout: forever, stderr } = await shop.run("grants", "add", ada, "pro");
    expect(stderr).toBe(`granted ${ada} pro without expiry\n`);
    const { grants } = await shop.json("grants", "list", ada);
    expect(grants).toContainEqual(expect.objectContaining({ id: forever.trim() }));
    expect(grants).not.toContainEqual(
      expect.objectContaining({ id: forever.trim(), expiresAt: expect.anything() }),
    );

    expect((await shop.failure("grants", "revoke", id)).hint).toBe("pass --yes to skip the confirmation");
    expect((await shop.json("grants", "list", ADA)).grants).toHaveLength(2);
    expect(await shop.json("grants", "revoke", id, "--yes")).toEqual({ id, revoked: true });
    expect((await shop.json("grants", "list", ADA)).grants).toMatchObject([{ entitlementId: "pro" }]);
    expect(await shop.json("entitlements", "list", ADA)).toMatchObject({
      entitlements: [
        { id: "pro", active: true },
        { id: "team", active: false },
      ],
    });
    expect((await shop.run("grants", "list", BOB)).stderr).toBe(`user ${BOB} has no grants\n`);
  });

  test("add and revoke refuse what is wrong, and change nothing", async () => {
    const before = await shop.json("grants", "list", ADA);
    for (const time of ["2031-02-30", "9999-12-31T23:59:59-23:59"]) {
      expect(await shop.failure("grants", "add", ADA, "pro", "--expires-at", time)).toEqual({
        code: 2,
        message: `--expires-at "${time}" is not a time`,
        hint: "write a day, 2030-01-31, or a time with its zone, 2030-01-31T10:00:00Z",
      });
    }
    expect(await shop.failure("grants", "add", ADA, "pro", "--expires-at", "")).toEqual({
      code: 2,
      message: "--expires-at is empty",
      hint: "give it a value, or leave --expires-at out",
    });
    expect(await shop.failure("grants", "add", ADA, "pro", "--expires-at", "2020-01-01")).toMatchObject({
      code: 2,
      message: "expires_at is in the past",
    });
    expect((await shop.failure("grants", "add", ADA, "gold")).message).toBe(
      "entitlement_id is not in the catalog",
    );
    expect((await shop.failure("grants", "add", ADA, "pro", "--reason", "x".repeat(201))).code).toBe(2);
    expect((await shop.failure("grants", "add", "nobody@example.com", "pro")).code).toBe(3);
    expect(await shop.failure("grants", "revoke", "nope", "--yes")).toMatchObject({
      code: 3,
      message: 'project demo has no grant "nope"',
    });
    expect(await shop.json("grants", "list", ADA)).toEqual(before);
  });
});

describe("billing notifications", () => {
  test("list shows what the stores told, and replay processes what failed", async () => {
    shop.bench.play.fault = storeFaults["answers 503"];
    await shop.tell(purchase);
    await shop.work();
    shop.bench.t.advance(DAY_MS + 1);
    await shop.work();
    const failed = async () =>
      (await shop.json("notifications", "list", "--status", "failed")).notifications as { id: string }[];
    const [one, ...others] = await failed();
    expect(others).toEqual([]);
    const [cells] = lines(
      await shop.text("notifications", "list", "--status", "failed", "--store", "play-store"),
    );
    expect(cells?.slice(0, 4)).toEqual([one?.id, "play-store", expect.any(String), "failed"]);
    expect((await shop.run("notifications", "list", "--store", "stripe")).stderr).toBe("no notifications\n");
    const page = await shop.run("notifications", "list", "--page-size", "2");
    expect(page.stderr).toMatch(/^there are more: svc billing notifications list /);

    shop.bench.play.fault = undefined;
    expect(await shop.failure("notifications", "replay")).toMatchObject({
      code: 2,
      message: "no notification ids given",
    });
    expect((await shop.failure("notifications", "replay", "x", "--failed")).code).toBe(2);
    expect(await shop.failure("notifications", "replay", "nope")).toMatchObject({ code: 3 });
    expect(await failed()).toHaveLength(1);
    const named = await shop.run("notifications", "replay", String(one?.id), "nope");
    expect(named).toMatchObject({
      code: 0,
      stderr: "warning: 1 of these notifications were not found\nprocessing 1 notification again\n",
    });
    await shop.work();
    expect(await failed()).toEqual([]);
    expect(await shop.json("notifications", "replay", "--failed")).toEqual({ replayed: 0 });
    expect((await shop.failure("notifications", "list", "--status", "lost")).code).toBe(2);
  });
});

test("every command about subscriptions was run with --json", () => {
  // cli-billing-settings, cli-billing-import, cli-billing-purchases and cli-billing-support
  const others =
    /^billing (settings|catalog|stores|webhooks|import|purchases|metrics|subscriptions (cancel|refund))\b/;
  expect(shop.shapes.missing(billingRows.filter(({ usage }) => !others.test(usage)))).toEqual([]);
});
