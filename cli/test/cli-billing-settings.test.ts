import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { RTDN_SECRET } from "../../server/src/testing/stores/play-bench.ts";
import { PACKAGE } from "../../server/src/testing/stores/play-store.ts";
import { storeFaults } from "../../server/src/testing/stores/store-fault.ts";
import { billingRows } from "../src/remote/billing-rows.ts";
import { CliShop } from "./cli-billing-bench.ts";

vi.setConfig({ testTimeout: 300_000 }); // a few programs each

let shop: CliShop;
beforeAll(async () => {
  shop = await CliShop.open();
});
afterAll(() => shop.close());

test("settings get shows how the project sells, and of secrets only that they are stored", async () => {
  const { settings } = await shop.json("settings", "get");
  expect(settings).toMatchObject({ enabled: true, playStore: { packageName: PACKAGE } });
  const text = await shop.text("settings", "get");
  expect(text).toContain("purchase_transfer\tfrom_guest\n");
  expect(text).toContain(`play_store.package_name\t${PACKAGE}\n`);
  expect(text).toContain("play_store.has_service_account\ttrue\n");
  expect(text).not.toContain("one_time_products");
  for (const secret of [RTDN_SECRET, "PRIVATE KEY"]) {
    expect(text + JSON.stringify(settings)).not.toContain(secret);
  }
});

test("catalog get shows entitlements, tiers and products with their ids in the stores", async () => {
  expect((await shop.text("catalog", "get")).split("\n")).toEqual([
    "entitlement\tpro\tPro",
    "entitlement\tteam\tTeam",
    "tier\tpro\tPro\trank 1\tgives pro",
    "tier\tteam\tTeam\trank 2\tgives team",
    "product\tpro_monthly\tof pro\tP1M\t9.99 USD\tno trial\tplay-store pro p1m",
    "product\tpro_yearly\tof pro\tP1Y\t79.99 USD\tno trial\tplay-store pro p1y",
    "product\tteam_monthly\tof team\tP1M\t19.99 USD\tno trial\tplay-store team p1m",
  ]);
  const { entitlements, tiers, storeProducts } = await shop.json("catalog", "get");
  expect({ entitlements, tiers, storeProducts }).toMatchObject({
    entitlements: [{ id: "pro" }, { id: "team" }],
    tiers: [{ id: "pro" }, { id: "team" }],
    storeProducts: { length: 3 },
  });
  await shop.cli.text("project", "create", "Empty");
  const { stdout, stderr } = await shop.cli.run(["billing", "catalog", "get", "--project", "empty"]);
  expect({ stdout, stderr }).toEqual({ stdout: "", stderr: "the catalog is empty\n" });
});

test("stores list says what each store lacks", async () => {
  const lines = (await shop.text("stores", "list")).split("\n").map((line) => line.split("\t"));
  expect(lines.map(([store, isSetUp]) => `${store} ${isSetUp}`)).toEqual([
    "app-store no",
    "play-store yes",
    "stripe no",
  ]);
  expect(lines[2]?.[2]).toContain("billing.stripe.secret_key");
  expect((await shop.json("stores", "list")).stores).toHaveLength(3);
});

test("stores check asks the store; a failed check ends with 8", async () => {
  const { checks } = await shop.json("stores", "check", "play-store");
  expect(checks).toContainEqual(expect.objectContaining({ ok: true }));
  const unset = await shop.run("stores", "check", "stripe");
  expect(unset).toMatchObject({
    code: 8,
    stdout: expect.stringMatching(/^failure\t.*billing\.stripe/),
    stderr: "svc: 1 check failed\nhint: each failure above shows how to fix it\n",
  });
  shop.bench.play.fault = storeFaults["answers 503"];
  expect((await shop.run("stores", "check", "play-store")).code).toBe(8);
  shop.bench.play.fault = undefined;
  expect((await shop.failure("stores", "check", "amazon")).code).toBe(2);
});

test("webhooks show prints the addresses, and the audit log records who read them", async () => {
  expect(await shop.json("webhooks", "show")).toMatchObject({
    playStoreUrl: shop.bench.webhook(shop.project),
    stripeEvents: expect.arrayContaining(["invoice.paid"]),
  });
  expect(await shop.text("webhooks", "show")).toContain(
    `\nplay-store\t${shop.bench.webhook(shop.project)}\n`,
  );
  const events = await shop.bench.t.app.db
    .selectFrom("events")
    .select("actor")
    .where("projectId", "=", shop.project.id)
    .where("kind", "=", "admin.webhook_urls_read")
    .execute();
  expect(events).toEqual([{ actor: "admin:root@example.com" }, { actor: "admin:root@example.com" }]);
});

test("a project that is not there is said so", async () => {
  const args = ["billing", "settings", "get", "--project", "nope"];
  expect(await shop.cli.failure(args)).toMatchObject({ code: 3, message: 'there is no project "nope"' });
  expect(await shop.cli.failure(["billing", "catalog", "get"])).toMatchObject({
    code: 2,
    message: "--project <slug|id> is missing",
  });
});

test("every command about settings was run with --json", () => {
  const mine = /^billing (settings|catalog|stores|webhooks) /;
  expect(shop.shapes.missing(billingRows.filter(({ usage }) => mine.test(usage)))).toEqual([]);
});
