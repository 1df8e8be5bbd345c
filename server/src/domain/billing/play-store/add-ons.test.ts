import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { SubscriptionState } from "@svc/proto/svc/billing/v1/subscription_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { billingOf, DAY_MS } from "../../../testing/billing.ts";
import { engines } from "../../../testing/engines.ts";
import { PLAY_BILLING, PlayBench } from "../../../testing/stores/play-bench.ts";
import type { KeptPurchase } from "../../../testing/stores/play-purchases.ts";
import { type PlayNotice, subscriptionNotice, voidedNotice } from "../../../testing/stores/play-push.ts";
import { PACKAGE } from "../../../testing/stores/play-store.ts";
import { systemActor } from "../../analytics/record-event.ts";
import { cleanUp } from "../../instance/clean-up.ts";
import type { Project } from "../../projects/project.ts";
import { updateProject } from "../../projects/update-project.ts";
import type { CatalogTier } from "../catalog.ts";
import { processInbox } from "../process-inbox.ts";
import { refreshSubscription } from "../refresh-subscription.ts";

const ITEMS_CHANGED = 17;
const REVOKED = 12;

describe.each(engines)("A Play purchase of several items on $kind", (engine) => {
  let b: PlayBench;
  let project: Project;
  let ada: TokenResponse;
  beforeEach(async () => {
    b = await PlayBench.open(engine);
    project = await b.addProject();
    ada = await b.t.addUser(project, "ada@example.com", "correct horse battery");
  });
  afterEach(() => b.close());

  const billing = () => billingOf(b.t, project, ada);
  const bring = async ({ token }: KeptPurchase) => {
    b.t.advance(1);
    const value = { packageName: PACKAGE, purchaseToken: token };
    const purchases = [{ proof: { case: "playStore" as const, value } }];
    return (await billing().syncPurchases({ purchases })).results[0]?.subscription;
  };
  const active = async () => {
    const { entitlements } = await billing().listEntitlements({});
    return entitlements.filter(({ active }) => active).map(({ id }) => id);
  };
  const tell = async (notice: PlayNotice) => {
    b.t.advance(1);
    expect(await b.play.deliver(notice, b.webhook(project))).toBe(200);
    await processInbox(b.t.app);
  };
  const stateOf = async () => {
    const row = await b.t.app.db.selectFrom("subscriptions").selectAll().executeTakeFirstOrThrow();
    return (await refreshSubscription(b.t.app, project, row.id)).state;
  };

  test("gives what each of them gives, and is acknowledged once", async () => {
    const purchase = b.play.purchases.buy({ addOns: ["team"] });
    const subscription = await bring(purchase);
    expect(subscription).toMatchObject({
      storeProductId: "pro",
      tierId: "pro",
      addOns: [{ storeProductId: "team", tierId: "team", willRenew: true }],
    });
    expect(await active()).toEqual(["pro", "team"]);
    expect(b.play.acknowledged.map(({ token }) => token)).toEqual([purchase.token]);
  });

  test("loses an item that Google took back, and tells that the products changed", async () => {
    const purchase = b.play.purchases.buy({ addOns: ["team"] });
    await bring(purchase);
    const orderId = b.play.purchases.revokeItem(purchase, "team");
    await tell(voidedNotice(purchase.token, orderId));
    expect(await active()).toEqual(["pro"]);
    const [subscription] = (await billing().listSubscriptions({})).subscriptions;
    expect(subscription).toMatchObject({ state: SubscriptionState.ACTIVE, addOns: [] });
    const kinds = await b.t.app.db.selectFrom("events").select("kind").orderBy("id").execute();
    expect(kinds.map(({ kind }) => kind)).toContain("subscription.product_changed");
  });

  test("keeps the other one when the first is removed, and follows an item that is added", async () => {
    const purchase = b.play.purchases.buy({ addOns: ["team"] });
    await bring(purchase);
    b.play.purchases.revokeItem(purchase, "pro");
    await tell(subscriptionNotice(ITEMS_CHANGED, purchase.token));
    expect(await active()).toEqual(["team"]);
  });

  test("keeps the tier of an add-on whose product leaves the catalog", async () => {
    const purchase = b.play.purchases.buy({ addOns: ["team"] });
    await bring(purchase);
    const [pro, team] = PLAY_BILLING.tiers as [CatalogTier, CatalogTier];
    const settings = { billing: { tiers: [pro, { ...team, products: [] }] } };
    project = await updateProject(b.t.app, systemActor, project.id, { settings });
    expect(await active()).toEqual(["pro", "team"]);
    b.play.purchases.renew(purchase);
    await bring(purchase);
    expect(await active()).toEqual(["pro", "team"]);
  });

  test("keeps the tier of an add-on that the catalog named only after it was bought", async () => {
    const [pro, team] = PLAY_BILLING.tiers as [CatalogTier, CatalogTier];
    const save = async (tiers: CatalogTier[]) => {
      project = await updateProject(b.t.app, systemActor, project.id, { settings: { billing: { tiers } } });
    };
    await save([pro]);
    await bring(b.play.purchases.buy({ addOns: ["team"] }));
    expect(await active()).toEqual(["pro"]);
    await save([pro, team]);
    await save([pro, { ...team, products: [] }]);
    expect(await active()).toEqual(["pro", "team"]);
  });

  test("stays revoked after the notification is older than what the inbox keeps", async () => {
    const purchase = b.play.purchases.buy({ planId: "p1y" });
    await bring(purchase);
    await tell(subscriptionNotice(REVOKED, purchase.token));
    await tell(subscriptionNotice(2, purchase.token));
    expect(await stateOf()).toBe("revoked");
    b.t.advance(91 * DAY_MS);
    await cleanUp(b.t.app);
    const kept = await b.t.app.db.selectFrom("billingInbox").select("type").execute();
    expect(kept).toEqual([{ type: "SUBSCRIPTION_REVOKED" }]);
    expect(await stateOf()).toBe("revoked");
  });
});
