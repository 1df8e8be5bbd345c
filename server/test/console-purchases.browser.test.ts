import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { PurchaseKind } from "@svc/proto/svc/billing/v1/subscription_pb";
import { describe, expect, test } from "vitest";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { billingOf } from "../src/testing/billing.ts";
import { ONE_TIME } from "../src/testing/one-time.ts";
import { PLAY_BILLING, RTDN_SECRET } from "../src/testing/stores/play-bench.ts";
import type { OneTimeBought } from "../src/testing/stores/play-one-time.ts";
import { oneTimeNotice } from "../src/testing/stores/play-push.ts";
import { storeFaults } from "../src/testing/stores/store-fault.ts";
import { type Shop, useShop } from "./console-shop.ts";

async function sell(shop: Shop, user: TokenResponse, bought: OneTimeBought = {}) {
  const { c, play, project } = shop;
  const { purchaseAccountToken: accountToken } = await billingOf(c.t, project, user).getBillingAccount({});
  const sold = play.oneTime.buy({ ...bought, accountToken });
  const address = `${c.t.url}/webhooks/google/${project.slug}/${RTDN_SECRET}`;
  expect(await play.deliver(oneTimeNotice(1, sold.token, sold.productId), address)).toBe(200);
  await shop.work();
  return sold;
}

describe("one-time purchases in the console", () => {
  const opened = useShop();

  test("a purchase is found, in the list and at its user, and asked for at the store", async () => {
    const shop = await opened();
    const { c, play } = shop;
    const billing = { ...PLAY_BILLING, oneTimeProducts: ONE_TIME };
    await updateProject(c.t.app, systemActor, shop.project.id, { settings: { billing } });
    const ada = await shop.user("ada@example.com");
    await c.goto("/p/fernweh/billing/purchases");
    await c.page.getByText("No one-time purchases yet").waitFor();
    const lifetime = await sell(shop, ada);
    c.t.advance(1000);
    await sell(shop, ada, { productId: "coins_100", quantity: 3, isTest: true });
    await c.page.reload();
    const rows = c.page.getByRole("table").getByRole("row");
    await expect.poll(() => rows.count(), { timeout: 120_000 }).toBe(2);
    await c.page.getByLabel("Environment").selectOption("Include test purchases");
    await expect.poll(() => rows.count(), { timeout: 120_000 }).toBe(3);
    await c.page.getByText("coins_100 × 3").waitFor();
    await expect.poll(() => rows.getByRole("link", { name: "ada@example.com" }).count()).toBe(2);
    await c.inspect("billing-purchases");

    await c.goto(`/p/fernweh/users/${ada.user?.id}`);
    const part = c.page.getByRole("region", { name: "One-time purchases" });
    await part.getByText("pro_lifetime").waitFor();
    await part.getByRole("link", { name: "Details" }).last().press("Enter");
    const drawer = c.page.getByRole("dialog", { name: "pro_lifetime · Google Play" });
    await drawer.getByText(ada.user?.id ?? "").waitFor();
    await c.inspect("billing-purchase");
    expect(await c.page.content()).not.toContain(lifetime.token);
    play.fault = storeFaults["answers 503"];
    await drawer.getByRole("button", { name: "Refresh from store" }).click();
    await drawer.getByText("STORE_UNAVAILABLE").waitFor();
    c.forgive(/503/);
    play.fault = undefined;
    c.t.advance(60_000);
    play.oneTime.refund(lifetime);
    await drawer.getByRole("button", { name: "Refresh from store" }).click();
    await c.page.getByText("Refreshed: Refunded.").waitFor();
    expect(await shop.active(ada)).toEqual([]);
    c.expectPeace();
  });

  test("on a phone the part that is open can be seen among the parts of billing", async () => {
    const { c } = await opened();
    await c.page.setViewportSize({ width: 390, height: 844 });
    await c.goto("/p/fernweh/billing/purchases");
    await c.page.getByText("No one-time purchases yet").waitFor();
    const part = c.page.getByRole("link", { name: "Purchases", exact: true });
    const rightEdge = async () => {
      const box = await part.boundingBox();
      return box && box.x + box.width;
    };
    await expect.poll(rightEdge, { timeout: 120_000 }).toBeLessThanOrEqual(390);
    c.expectPeace();
  });

  test("a one-time product is added, refused where it is wrong, retired and removed", async () => {
    const shop = await opened();
    const { c } = shop;
    const products = async () =>
      (await shop.admin.getBillingSettings({ project: "fernweh" })).settings?.oneTimeProducts ?? [];
    await c.goto("/p/fernweh/billing/catalog");
    await c.page.getByText("No one-time products yet").waitFor();
    await c.press("Add one-time product");
    const form = c.page.getByRole("form", { name: "New one-time product" });
    await form.getByLabel("Id", { exact: true }).fill("pro_lifetime");
    await form.getByLabel("Name").fill("Pro for good");
    await form.getByLabel("Pro", { exact: true }).check();
    await form.getByLabel("Price").fill("nine");
    await form.getByRole("button", { name: "Save" }).click();
    const invalid = form.locator("[aria-invalid=true]");
    await expect.poll(() => invalid.count(), { timeout: 120_000 }).toBe(1);
    expect(await invalid.inputValue()).toBe("nine");
    await c.inspect("billing-one-time-form");
    c.forgive(/400/);
    await form.getByLabel("Price").fill("199");
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    expect(await products()).toMatchObject([
      {
        ...{ id: "pro_lifetime", name: "Pro for good", kind: PurchaseKind.LIFETIME, entitlements: ["pro"] },
        ...{ price: { amount: "199", currency: "USD" }, retired: false },
      },
    ]);

    await c.press("Edit Pro for good");
    const edit = c.page.getByRole("form", { name: "Edit Pro for good" });
    await edit.getByLabel("No longer sold").check();
    await edit.getByRole("button", { name: "Save" }).click();
    await edit.waitFor({ state: "detached" });
    expect((await products())[0]?.retired).toBe(true);

    await c.press("Remove Pro for good");
    const dialog = c.dialog();
    await dialog.getByLabel("Type pro_lifetime to confirm").fill("pro_lifetime");
    await dialog.getByRole("button", { name: "Remove" }).click();
    await c.page.getByText("Removed Pro for good.").waitFor();
    expect(await products()).toEqual([]);
    c.expectPeace();
  });
});
