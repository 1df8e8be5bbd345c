import { NotificationStatus } from "@svc/proto/svc/admin/v1/billing_pb";
import { describe, expect, test } from "vitest";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { defaultBilling } from "../src/domain/billing/billing-settings.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { DAY_MS } from "../src/testing/billing.ts";
import { RTDN_SECRET } from "../src/testing/stores/play-bench.ts";
import { storeFaults } from "../src/testing/stores/store-fault.ts";
import { useShop } from "./console-shop.ts";

describe("subscriptions and notifications in the console", () => {
  const opened = useShop();

  test("what was given up while the store was down is replayed once it is back", async () => {
    const shop = await opened();
    const { c, play } = shop;
    const [ada, bob, cem] = [
      await shop.user("ada@example.com"),
      await shop.user("bob@example.com"),
      await shop.user("cem@example.com"),
    ];
    await shop.sell(ada);
    play.fault = storeFaults["answers 503"];
    await shop.tell(await shop.buy(bob));
    await shop.tell(await shop.buy(cem));
    const late = await shop.buy(ada);
    await shop.work();
    c.t.advance(DAY_MS + 1);
    await shop.work();
    c.t.advance(3_600_000); // the others waited while the store rested
    await shop.work();
    await shop.tell(late);
    await shop.work();
    await shop.now();

    await c.goto("/p/fernweh/billing");
    const tile = c.page.getByRole("listitem", { name: "Google Play status" });
    await tile.getByText("Failing").waitFor();
    await tile.getByRole("link", { name: "Failed 2" }).click();
    const rows = c.page.getByRole("table").getByRole("row");
    await expect.poll(() => rows.count(), { timeout: 120_000 }).toBe(3);
    expect(c.page.url()).toContain("status=failed");
    await c.page.getByLabel("Status", { exact: true }).selectOption("Any status");
    await expect.poll(() => rows.count(), { timeout: 120_000 }).toBe(5);
    await c.inspect("billing-notifications");

    // One, from its details, by keyboard; they survive a reload.
    await c.page.getByLabel("Status", { exact: true }).selectOption("Failed");
    await expect.poll(() => rows.count(), { timeout: 120_000 }).toBe(3);
    await c.page.getByRole("table").getByRole("link").first().press("Enter");
    await c.page.reload();
    const drawer = c.dialog();
    await drawer.getByText("Error").waitFor();
    await c.inspect("billing-notification");
    play.fault = undefined;
    await drawer.getByRole("button", { name: "Replay this one" }).click();
    await c.page.getByText("1 notification will be reprocessed.").waitFor();
    await shop.work();
    await c.page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    // The list learns of it by itself.
    await expect.poll(() => rows.count(), { timeout: 120_000 }).toBe(2);
    expect([await shop.active(bob), await shop.active(cem)].flat()).toEqual(["pro"]);

    await c.press("Replay all failed (1)");
    await c.dialog().getByRole("button", { name: "Replay", exact: true }).click();
    await c.dialog().waitFor({ state: "detached" });
    await shop.work();
    await c.page.getByText("No failed notifications").waitFor();
    expect([await shop.active(bob), await shop.active(cem)].flat()).toEqual(["pro", "pro"]);
    c.expectPeace();
  });

  test("chosen notifications are replayed and no others", async () => {
    const shop = await opened();
    const { c } = shop;
    await c.goto("/p/fernweh/billing/notifications");
    await c.page.getByText("No store notifications yet").waitFor();
    const ada = await shop.user("ada@example.com");
    await shop.sell(ada);
    c.t.advance(1000);
    await shop.sell(ada);
    // They appear without being asked for.
    const rows = c.page.getByRole("table").getByRole("row");
    await expect.poll(() => rows.count(), { timeout: 120_000 }).toBe(3);
    await c.page.getByRole("checkbox").nth(1).check();
    await c.press("Replay");
    await c.page.getByText("Replay this notification?").waitFor();
    await c.dialog().getByRole("button", { name: "Replay", exact: true }).click();
    await c.page.getByText("1 notification will be reprocessed.").waitFor();
    const { notifications } = await shop.admin.listNotifications({ project: "fernweh" });
    expect(notifications.map(({ status }) => status)).toEqual([
      NotificationStatus.WAITING,
      NotificationStatus.PROCESSED,
    ]);
    c.expectPeace();
  });

  test("a subscription is found, asked for at the store and given to somebody else", async () => {
    const shop = await opened();
    const { c, play } = shop;
    const ada = await shop.user("ada@example.com");
    const bob = await shop.user("bob@example.com");
    await c.goto("/p/fernweh/billing/subscriptions");
    await c.page.getByText("No subscriptions yet").waitFor();
    const purchase = await shop.sell(ada);
    c.t.advance(1000);
    await shop.sell(bob, { productId: "team", isTest: true });
    await c.page.reload();
    const rows = c.page.getByRole("table").getByRole("row");
    await expect.poll(() => rows.count(), { timeout: 120_000 }).toBe(2);
    await c.page.getByLabel("Environment").selectOption("Include test purchases");
    await expect.poll(() => rows.count(), { timeout: 120_000 }).toBe(3);
    await rows.getByRole("link", { name: "ada@example.com" }).waitFor();
    await rows.getByRole("link", { name: "bob@example.com" }).waitFor();
    await c.inspect("billing-subscriptions");
    await c.page.getByLabel("State").selectOption("Expired");
    await c.page.getByText("No subscriptions found").waitFor();
    await c.press("Clear filters");
    await expect.poll(() => rows.count(), { timeout: 120_000 }).toBe(2);

    await c.page
      .getByRole("table")
      .getByRole("link", { name: /pro · Google Play/ })
      .press("Enter");
    const drawer = c.page.getByRole("dialog", { name: "pro · Google Play" });
    await drawer.getByText(ada.user?.id ?? "").waitFor();
    await c.inspect("billing-subscription");
    play.fault = storeFaults["answers 503"];
    await drawer.getByRole("button", { name: "Refresh from store" }).click();
    await drawer.getByText("STORE_UNAVAILABLE").waitFor();
    c.forgive(/503/);
    play.fault = undefined;
    c.t.advance(60_000);
    play.purchases.refund(purchase, purchase.orders[0] ?? "");
    await drawer.getByRole("button", { name: "Refresh from store" }).click();
    await c.page.getByText(/^Refreshed: /).waitFor();
    await drawer.getByText("STORE_UNAVAILABLE").waitFor({ state: "detached" });

    await drawer.getByRole("button", { name: "Transfer to another user…" }).click();
    const dialog = c.page.getByRole("dialog", { name: "Transfer this subscription to another user" });
    await dialog.getByLabel("User id or email address").fill("nobody@example.com");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText("This user does not exist").waitFor();
    c.forgive(/404/);
    await dialog.getByLabel("User id or email address").fill("bob@example.com");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByText(bob.user?.id ?? "").waitFor();
    await dialog.getByRole("button", { name: "Transfer" }).click();
    await dialog.waitFor({ state: "detached" });
    const { subscriptions } = await shop.admin.listSubscriptions({ project: "fernweh" });
    expect(subscriptions.map(({ userId }) => userId)).toEqual([bob.user?.id]);
    await drawer.getByText(bob.user?.id ?? "").waitFor();
    c.expectPeace();
  });

  test("a user's page tells what they may use and why; support gives and takes back", async () => {
    const shop = await opened();
    const { c } = shop;
    const ada = await shop.user("ada@example.com");
    const path = `/p/fernweh/users/${ada.user?.id}`;
    await shop.sell(ada);
    await c.goto(path);
    const part = (name: string) => c.page.getByRole("region", { name, exact: true });
    const lines = () => part("Entitlements").getByRole("listitem").allInnerTexts();
    await expect
      .poll(lines, { timeout: 120_000 })
      .toEqual([
        expect.stringMatching(/^Pro\n+pro · from Google Play, renews .*\n+Active$/),
        expect.stringMatching(/^Team\n+team\n+Inactive$/),
      ]);
    await c.press("Grant…");
    await c.page.getByLabel("Entitlement", { exact: true }).selectOption("Team");
    await c.page.getByLabel("For", { exact: true }).selectOption("7 days");
    await c.page.getByLabel("Reason").fill("sorry for the outage");
    await c.press("Grant");
    await c.page.getByText("Granted Team.").waitFor();
    expect(await shop.active(ada)).toEqual(["pro", "team"]);
    await part("Granted without a purchase").getByText("sorry for the outage").waitFor();
    await part("Granted without a purchase")
      .getByText(/by root@example.com/)
      .waitFor();
    await c.inspect("user-billing");
    c.t.advance(8 * DAY_MS);
    expect(await shop.active(ada)).toEqual(["pro"]);
    await shop.now();
    await c.page.reload();
    await part("Subscriptions").getByText("pro · Google Play").waitFor();
    expect(await part("Granted without a purchase").count()).toBe(0);

    await c.press("Grant…");
    await c.page.getByLabel("Entitlement", { exact: true }).selectOption("Team");
    await c.page.getByLabel("For", { exact: true }).selectOption("No expiry");
    await c.press("Grant");
    await c.press("Revoke Team");
    await c.dialog().getByRole("button", { name: "Revoke" }).click();
    await c.page.getByText("Revoked Team.").waitFor();
    expect(await shop.active(ada)).toEqual(["pro"]);
    await part("Subscriptions").getByRole("link", { name: "Details" }).click();
    await c
      .dialog()
      .getByText(ada.user?.id ?? "")
      .waitFor();

    // What only Ada can end in the store is told to whoever deletes her.
    await c.goto(path);
    await part("Subscriptions").getByRole("link", { name: "Details" }).waitFor(); // or it would ask for her when she is gone
    await c.press("Actions");
    await c.page.getByRole("menuitem", { name: "Delete user" }).click();
    await c.page.getByLabel("Type ada@example.com to confirm").fill("ada@example.com");
    await c.press("Delete user");
    await c.page.getByText(/Their subscription in the App Store or Google Play continues/).waitFor();

    // A project that sells nothing does not speak of it.
    await updateProject(c.t.app, systemActor, shop.project.id, {
      settings: { billing: { ...defaultBilling } },
    });
    const cem = await shop.user("cem@example.com");
    await c.goto(`/p/fernweh/users/${cem.user?.id}`);
    await c.page.getByRole("heading", { name: "Profile" }).waitFor();
    expect(await c.page.getByRole("heading", { name: "Billing" }).count()).toBe(0);
    c.forgive(/401 \(Unauthorized\)/); // what the page asked for between the move of the clock and the new session
    c.expectPeace();
  });

  test("no answer and no page has a secret unless it was asked for", async () => {
    const shop = await opened();
    const { c } = shop;
    const answers: string[] = [];
    c.page.on("response", async (response) => {
      if (response.url().includes("BillingService")) answers.push(await response.text().catch(() => ""));
    });
    await shop.sell(await shop.user("ada@example.com"));
    for (const part of ["", "/catalog", "/subscriptions", "/purchases", "/notifications"]) {
      await c.goto(`/p/fernweh/billing${part}`);
      await c.page.waitForLoadState("networkidle");
    }
    expect(answers.length).toBeGreaterThan(4);
    expect(answers.filter((text) => text.includes(RTDN_SECRET))).toEqual([]);
    await c.goto("/p/fernweh/billing");
    const card = c.page.getByRole("form", { name: "Google Play" });
    await card.getByRole("button", { name: "Show URL" }).click();
    await card.getByText(`${c.t.url}/webhooks/google/fernweh/${RTDN_SECRET}`).waitFor();
    await card.getByRole("button", { name: "Copy", exact: true }).click();
    expect(await c.clipboard()).toBe(`${c.t.url}/webhooks/google/fernweh/${RTDN_SECRET}`);
    await card.getByRole("button", { name: "Hide URL" }).click();
    expect(await c.page.content()).not.toContain(RTDN_SECRET);
    c.expectPeace();
  });
});
