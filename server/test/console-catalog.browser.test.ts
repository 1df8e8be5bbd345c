import { describe, expect, test } from "vitest";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { defaultBilling } from "../src/domain/billing/billing-settings.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { storeFaults } from "../src/testing/stores/store-fault.ts";
import { useShop } from "./console-shop.ts";

describe("stores and catalog in the console", () => {
  const opened = useShop();

  test("from nothing to a first tier, with what the server refuses said where it is", async () => {
    const shop = await opened();
    const { c } = shop;
    await updateProject(c.t.app, systemActor, shop.project.id, { settings: { billing: defaultBilling } });
    const settings = async () =>
      (await shop.admin.getBillingSettings({ project: "fernweh" })).settings ?? expect.fail();
    await c.goto("/p/fernweh/billing/catalog");
    await c.page.getByText("Billing is off").waitFor();
    await c.page.getByText("No tiers yet").waitFor();

    const entitlements = c.page.getByRole("form", { name: "Entitlements" });
    await c.press("Add entitlement");
    await c.page.keyboard.type("Pro!");
    await entitlements.getByRole("button", { name: "Save" }).click();
    const id = entitlements.getByLabel("Entitlement 1 id");
    await expect.poll(() => id.getAttribute("aria-invalid"), { timeout: 120_000 }).toBe("true");
    c.forgive(/400/);
    await id.fill("pro");
    const name = entitlements.getByLabel("Entitlement 1 name");
    await name.fill("x".repeat(61));
    await entitlements.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => name.getAttribute("aria-invalid"), { timeout: 120_000 }).toBe("true");
    expect(await id.getAttribute("aria-invalid")).toBe("false");
    expect(await entitlements.getByText("must be at most 60 characters").count()).toBe(1);
    await c.inspect("billing-catalog-long-name");
    c.forgive(/400/);
    await name.fill("Pro");
    await entitlements.getByRole("button", { name: "Save" }).click();
    await c.page.getByText("Saved.").waitFor();

    await c.press("Add tier");
    const form = c.page.getByRole("form", { name: "New tier" });
    const product = form.getByRole("group", { name: /product/i });
    await form.getByLabel("Id", { exact: true }).first().fill("pro");
    await form.getByLabel("Name").fill("Fernweh Pro");
    await form.getByLabel("Pro", { exact: true }).check();
    await product.getByLabel("Id", { exact: true }).fill("pro_monthly");
    await product.getByLabel("Price").fill("nine");
    await form.getByRole("button", { name: "Save" }).click();
    const invalid = product.locator("[aria-invalid=true]");
    await expect.poll(() => invalid.count(), { timeout: 120_000 }).toBe(1);
    expect(await invalid.inputValue()).toBe("nine");
    await c.inspect("billing-catalog-form");
    c.forgive(/400/);
    expect((await settings()).tiers).toEqual([]);
    await product.getByLabel("Price").fill("9.99");
    await product.getByLabel("Free trial").selectOption("1 week");
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    expect((await settings()).tiers).toMatchObject([
      {
        ...{ id: "pro", name: "Fernweh Pro", rank: 1, entitlements: ["pro"] },
        products: [
          { id: "pro_monthly", period: "P1M", trial: "P1W", price: { amount: "9.99", currency: "USD" } },
        ],
      },
    ]);

    await c.goto("/p/fernweh/billing");
    const selling = c.page.getByRole("form", { name: "General" });
    await selling.getByLabel("This project sells subscriptions or one-time products").check();
    await selling.getByLabel("Renewal leeway").fill("9999");
    await selling.getByRole("button", { name: "Save" }).click();
    await selling.getByText("must be a whole number from 0 to 1440").first().waitFor();
    c.forgive(/400/);
    await selling.getByLabel("Renewal leeway").fill("60");
    await selling
      .getByLabel("Purchases owned by another user")
      .selectOption("Transfer to the user who restores it");
    await selling.getByLabel("Answer Apple’s consumption requests").check();
    await selling.getByRole("button", { name: "Save" }).click();
    await c.page.getByText("Billing is off").waitFor({ state: "detached" });
    expect(await settings()).toMatchObject({
      ...{ enabled: true, renewalLeewayMinutes: 60, answerConsumptionRequests: true },
    });

    // The audit log has what was added, line by line.
    await c.goto("/p/fernweh/events?kind=admin.project_updated");
    await c.page
      .getByRole("row", { name: /Settings changed/ })
      .nth(1)
      .getByRole("link")
      .click();
    const added = c.dialog().getByRole("region", { name: /tiers/ });
    await added.getByText('"id": "pro_monthly"').waitFor();
    await c.inspect("event-with-tier");
    c.expectPeace();
  });

  test("a tier is edited and removed, and what is not saved is not lost silently", async () => {
    const shop = await opened();
    const { c } = shop;
    const tiers = async () =>
      (await shop.admin.getBillingSettings({ project: "fernweh" })).settings?.tiers ?? [];
    await c.goto("/p/fernweh/billing/catalog");
    await c.page.getByRole("cell", { name: "$79.99" }).waitFor();
    await c.inspect("billing-catalog");
    await c.press("Edit Pro");
    const form = c.page.getByRole("form", { name: "Edit Pro" });
    const yearly = form.getByRole("group", { name: "Product pro_yearly" });
    await yearly.getByLabel("Price").fill("59.99");
    await c.page.getByRole("link", { name: "Subscriptions" }).click();
    await c.page.getByText("Leave without saving?").waitFor();
    await c.press("Keep editing");
    await form.getByRole("button", { name: "Add product" }).click();
    const added = form.getByRole("group", { name: "New product" });
    await added.getByLabel("Price").fill("4.99");
    await added.getByLabel("Id", { exact: true }).fill("pro_again");
    await form.getByRole("button", { name: "Save" }).click();
    await form
      .getByText(/must differ from that of pro_monthly/)
      .first()
      .waitFor();
    c.forgive(/400/);
    await form.getByRole("group", { name: "Product pro_again" }).getByLabel("Every").selectOption("week");
    await form.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    expect((await tiers())[0]?.products.map(({ id, price }) => [id, price?.amount])).toEqual([
      ["pro_monthly", "9.99"],
      ["pro_yearly", "59.99"],
      ["pro_again", "4.99"],
    ]);

    await c.press("Remove Team");
    const dialog = c.dialog();
    await dialog.getByLabel("Type team to confirm").fill("team");
    await dialog.getByRole("button", { name: "Remove" }).click();
    await c.page.getByText("Removed Team.").waitFor();
    expect((await tiers()).map(({ id }) => id)).toEqual(["pro"]);
    c.expectPeace();
  });

  test("a product is retired, after it was said who has bought it, and nothing of the others is lost", async () => {
    const shop = await opened();
    const { c } = shop;
    await shop.sell(await shop.user("ada@example.com"), { planId: "p1y", addOns: ["team"] });
    const { tiers } = shop.project.settings.billing;
    const named = tiers.map((tier) => ({
      ...tier,
      products: tier.products.map((product) => ({ ...product, stripeProductId: "prod_own" })),
    }));
    const settings = { billing: { tiers: named } };
    await updateProject(c.t.app, systemActor, shop.project.id, { settings });
    const products = async () =>
      (await shop.admin.getBillingSettings({ project: "fernweh" })).settings?.tiers
        .flatMap(({ products }) => products)
        .map(({ id, retired, stripeProductId }) => [id, retired, stripeProductId]);

    await c.goto("/p/fernweh/billing/catalog");
    await c.press("Edit Pro");
    const form = c.page.getByRole("form", { name: "Edit Pro" });
    const yearly = form.getByRole("group", { name: "Product pro_yearly" });
    expect(await yearly.getByLabel("Stripe product id").inputValue()).toBe("prod_own");
    await yearly.getByRole("switch", { name: "No longer sold" }).press("Space");
    await form.getByRole("button", { name: "Save" }).click();
    const dialog = c.page.getByRole("dialog", { name: "Save this catalog?" });
    await dialog.getByText("1 purchase of pro · p1y (Google Play): keeps pro").waitFor();
    await c.inspect("billing-catalog-impacts");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect((await products())?.[1]).toEqual(["pro_yearly", false, "prod_own"]);
    await form.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await form.waitFor({ state: "detached" });
    expect(await products()).toEqual([
      ["pro_monthly", false, "prod_own"],
      ["pro_yearly", true, "prod_own"],
      ["team_monthly", false, "prod_own"],
    ]);
    await c.page.getByRole("cell", { name: "pro_yearly No longer sold" }).waitFor();

    await c.press("Remove Team");
    await c.dialog().getByText("team is removed without a replacement, loses team").waitFor();
    await c.dialog().getByRole("button", { name: "Cancel" }).click();

    // The same change as text.
    await c.goto("/p/fernweh/settings?tab=yaml");
    const spec = "slug: fernweh\nsettings: {billing: {enabled: true, tiers: [{id: pro, rank: 1}]}}\n";
    await c.page.getByRole("textbox", { name: "Project spec" }).fill(spec);
    await c.press("Plan");
    await c.page
      .getByText("1 purchase of team · p1y (Google Play): team is removed without a replacement")
      .waitFor();
    const difference = c.page.getByRole("region", { name: "settings.billing.tiers" });
    await difference.getByText('"id": "team"').waitFor(); // line by line
    expect(await difference.getByRole("listitem").filter({ hasText: "removed: " }).count()).toBeGreaterThan(
      5,
    );
    await c.page.getByRole("button", { name: /^Apply/ }).click();
    await c.dialog().getByText("Affects 2 purchases").waitFor();
    await c.inspect("settings-yaml-impacts");
    await c.page.keyboard.press("Escape");
    await c.page.getByRole("button", { name: "Start over" }).click();

    await c.goto("/p/fernweh/billing/subscriptions");
    await c.page
      .getByRole("table")
      .getByRole("link", { name: /pro · Google Play/ })
      .press("Enter");
    const drawer = c.page.getByRole("dialog", { name: "pro · Google Play" });
    await drawer.getByText(/^team team renews/).waitFor();
    c.expectPeace();
  });

  test("a store is set up, checked with what to do about a failure, and its keys are written only", async () => {
    const shop = await opened();
    const { c, play } = shop;
    await c.goto("/p/fernweh/billing");
    const card = c.page.getByRole("form", { name: "Google Play" });
    await card.getByRole("button", { name: "Check now" }).click();
    const results = c.page.getByRole("list", { name: "Google Play check results" });
    await results.getByText("Products", { exact: true }).waitFor();
    expect(await results.getByText("OK", { exact: true }).count()).toBe(3);
    play.fault = storeFaults["answers 500"];
    await card.getByRole("button", { name: "Check again" }).click();
    await results.getByText("How to fix it:").first().waitFor();
    play.fault = undefined;
    await c.inspect("billing");

    await card.getByLabel("Package name").fill("not a name");
    await card.getByRole("button", { name: "Save" }).click();
    await card
      .getByText(/is not a package name/)
      .first()
      .waitFor();
    c.forgive(/400/);
    await card.getByRole("button", { name: "Discard changes" }).click();
    await card
      .getByRole("region", { name: "Service account key" })
      .getByRole("button", { name: "Remove" })
      .click();
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText("Not set yet").waitFor();
    const settings = async () =>
      (await shop.admin.getBillingSettings({ project: "fernweh" })).settings?.playStore;
    expect(await settings()).toMatchObject({ hasServiceAccount: false, packageName: "com.example.demo" });
    await card.getByLabel("Service account key").fill(play.serviceAccount());
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText("Encrypted. It can be replaced but not shown.").waitFor();
    expect(await settings()).toMatchObject({ hasServiceAccount: true });
    const { private_key: key }: { private_key: string } = JSON.parse(play.serviceAccount());
    expect(await c.page.content()).not.toContain(key.split("\n")[2]);

    const stripe = c.page.getByRole("form", { name: "Stripe" });
    await c.press("Enter settings manually: Stripe");
    await stripe.getByLabel("Sell the catalog with Stripe").check();
    await stripe.getByLabel("Secret or restricted key").fill("sk_test_51SvcDemoDemoDemo");
    await stripe.getByRole("button", { name: "Save" }).click();
    await stripe.getByText("Stored", { exact: true }).waitFor();
    const { settings: after } = await shop.admin.getBillingSettings({ project: "fernweh" });
    expect(after?.stripe).toMatchObject({ enabled: true, hasSecretKey: true, hasWebhookSecret: false });
    c.expectPeace();
  });
});
