import { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { failureOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const KEY = "sk_test_0123456789abcdef";

describe.each(engines)("PlanBillingSettings on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    await t.addProject("Demo");
    token = (await t.addAdmin()).token;
  });
  afterEach(() => t.close());

  const billing = () => t.client(BillingService, { authorization: `Bearer ${token}` });
  const settings = { enabled: true, stripe: { enabled: true, secretKey: KEY } };
  const stored = async () => ({
    projects: await t.app.db.selectFrom("projects").selectAll().execute(),
    secrets: await t.app.db.selectFrom("providerSecrets").selectAll().execute(),
  });
  const reads = async () =>
    (
      await t.app.db
        .selectFrom("events")
        .select("kind")
        .where("kind", "=", "admin.webhook_urls_read")
        .execute()
    ).length;

  test("leaves the addresses out on request, and then records no reading of them", async () => {
    await billing().getWebhookUrls({ project: "demo" });
    const before = await reads();
    const plan = await billing().planBillingSettings({ project: "demo", settings, withoutUrls: true });
    expect(plan.urls).toBeUndefined();
    expect(plan.changedFields).not.toEqual([]);
    expect(await reads()).toBe(before);
  });

  test("says what an update would change, and changes nothing", async () => {
    const before = await stored();
    const plan = await billing().planBillingSettings({ project: "demo", settings });
    expect(plan).toMatchObject({
      settings: { enabled: true, stripe: { enabled: true, hasSecretKey: true } },
      changedFields: [
        "settings.billing.enabled",
        "settings.billing.stripe.enabled",
        "settings.billing.stripe.secret_key",
      ],
      secretsToMake: [
        "settings.billing.app_store.notification_secret",
        "settings.billing.play_store.rtdn_secret",
      ],
    });
    expect(plan.urls?.appStoreUrl).toMatch(/\/webhooks\/apple\/demo\/not-made-yet$/);
    expect(plan.urls?.stripeEvents.length).toBeGreaterThan(3);
    expect(await stored()).toEqual(before);
    expect(await reads()).toBe(0);

    const update = await billing().updateBillingSettings({ project: "demo", settings });
    expect(update.changedFields).toEqual(plan.changedFields);
    expect(update.settings).toEqual(plan.settings);
    expect((await billing().planBillingSettings({ project: "demo", settings })).changedFields).toEqual([]);
  });

  test("tells the addresses as they are, as an event, or with the secret part that would be set", async () => {
    const urls = await billing().getWebhookUrls({ project: "demo" });
    const plan = await billing().planBillingSettings({ project: "demo", settings: {} });
    expect(plan).toMatchObject({ urls, secretsToMake: [], changedFields: [] });
    expect(await reads()).toBe(2);
    const appStore = { notificationSecret: "an-unguessable-part-for-apple" };
    const next = await billing().planBillingSettings({ project: "demo", settings: { appStore } });
    expect(next.urls?.appStoreUrl).toMatch(/\/an-unguessable-part-for-apple$/);
    expect(next.urls?.playStoreUrl).toBe(urls.playStoreUrl);
    expect(await billing().getWebhookUrls({ project: "demo" })).toEqual(urls);
  });

  test("refuses what an update would refuse", async () => {
    const wrong = { stripe: { secretKey: "pk_live_public" } };
    const planned = await failureOf(billing().planBillingSettings({ project: "demo", settings: wrong }));
    expect(planned).toMatchObject({ reason: "INVALID_REQUEST" });
    expect(await failureOf(billing().updateBillingSettings({ project: "demo", settings: wrong }))).toEqual(
      planned,
    );
    expect(await failureOf(billing().planBillingSettings({ project: "nobody" }))).toMatchObject({
      reason: "NOT_FOUND",
    });
  });
});
