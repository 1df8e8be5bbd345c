import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { storeStatus } from "../../domain/billing/store-status.ts";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { StripeBench } from "../../testing/stores/stripe-bench.ts";
import type { StripeSubscriptionThing } from "../../testing/stores/stripe-things.ts";

describe.each(engines)("What others sell with the same account at Stripe on $kind", (engine) => {
  let bench: StripeBench;
  let project: Project;
  beforeEach(async () => {
    bench = await StripeBench.open(engine);
    project = await bench.addProject();
  });
  afterEach(() => bench.close());

  const foreign = (metadata: Record<string, string> = {}): StripeSubscriptionThing => {
    const price = bench.store.shop.addPrice(bench.store.shop.id("key"), { product: "prod_other" });
    const bought = bench.store.shop.subscribe("", price);
    bought.metadata = metadata;
    return bought;
  };
  const tell = (bought: StripeSubscriptionThing) =>
    bench.tell(project, "customer.subscription.created", bought);
  const rows = () => bench.t.app.db.selectFrom("subscriptions").selectAll().execute();
  const inbox = () => bench.t.app.db.selectFrom("billingInbox").selectAll().execute();
  const count = async () => (await storeStatus(bench.t.app, project)).map((one) => one.foreignSubscriptions);

  test("is ignored without a row or an event, and counted once each", async () => {
    const [first, second] = [foreign(), foreign({ their: "mark" })];
    await tell(first);
    await tell(first);
    await tell(second);
    expect(await rows()).toEqual([]);
    const events = await bench.t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "like", "subscription.%")
      .execute();
    expect(events).toEqual([]);
    expect((await inbox()).map(({ status, attempts }) => [status, attempts])).toEqual(
      Array.from({ length: 3 }, () => ["ignored", 1]),
    );
    expect((await inbox())[0]?.lastError).toBe("is neither marked as this project's nor in its catalog");
    expect(await count()).toEqual([0, 0, 2]);
  });

  test("is ignored also when it is another project's of this server", async () => {
    const other = await bench.addProject("Other");
    await tell(foreign({ svc_account: "5f0a62b0-0000-4000-8000-000000000001", svc_project: other.id }));
    await tell(foreign({ svc_account: "5f0a62b0-0000-4000-8000-000000000001" }));
    expect(await rows()).toEqual([]);
    expect(await count()).toEqual([0, 0, 2]);
  });

  test("is kept when the catalog has its price, and when it was known before", async () => {
    const sold = bench.store.shop.subscribe("", bench.addPrice(project));
    sold.metadata = {};
    await tell(sold);
    expect(await rows()).toHaveLength(1);
    // The operator moves it to a product that svc knows nothing of.
    for (const item of sold.items.data)
      item.price = bench.store.shop.addPrice("own", { product: "prod_other" });
    bench.store.shop.end(sold, "cancellation_requested");
    await tell(sold);
    expect(await rows()).toMatchObject([{ state: "expired" }]);
    expect(await count()).toEqual([0, 0, 0]);
  });
});
