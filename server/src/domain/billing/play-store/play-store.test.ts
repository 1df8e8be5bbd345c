import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { SubscriptionState } from "@svc/proto/svc/billing/v1/subscription_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { billingOf } from "../../../testing/billing.ts";
import { engines } from "../../../testing/engines.ts";
import { PlayBench } from "../../../testing/stores/play-bench.ts";
import { DAY_MS, type KeptPurchase } from "../../../testing/stores/play-purchases.ts";
import { subscriptionNotice, voidedNotice } from "../../../testing/stores/play-push.ts";
import { PACKAGE } from "../../../testing/stores/play-store.ts";
import { storeFaults } from "../../../testing/stores/store-fault.ts";
import type { Project } from "../../projects/project.ts";
import { processInbox } from "../process-inbox.ts";
import { reconcile } from "../reconcile.ts";

describe.each(engines)("Subscriptions of Google Play, on $kind", (engine) => {
  let b: PlayBench;
  let project: Project;
  beforeEach(async () => {
    b = await PlayBench.open(engine);
    project = await b.addProject();
  });
  afterEach(() => b.close());

  type Buyer = { tokens: TokenResponse; accountToken: string };

  async function buyer(tokens: TokenResponse): Promise<Buyer> {
    const { purchaseAccountToken } = await billingOf(b.t, project, tokens).getBillingAccount({});
    return { tokens, accountToken: purchaseAccountToken };
  }

  const guest = async (): Promise<Buyer> => buyer(await b.t.auth(project).signInAnonymously({}));

  /** The ids of what the user may use now. */
  async function entitlements(tokens: TokenResponse): Promise<string[]> {
    const { entitlements } = await billingOf(b.t, project, tokens).listEntitlements({});
    return entitlements.flatMap(({ id, active }) => (active ? [id] : []));
  }

  async function sync(tokens: TokenResponse, { token }: KeptPurchase) {
    const proof = { case: "playStore" as const, value: { packageName: PACKAGE, purchaseToken: token } };
    const { results } = await billingOf(b.t, project, tokens).syncPurchases({ purchases: [{ proof }] });
    return results[0];
  }

  /** Pushed, stored, worked out. */
  async function tell(type: number, { token }: KeptPurchase): Promise<void> {
    b.t.advance(1000);
    expect(await b.play.deliver(subscriptionNotice(type, token), b.webhook(project))).toBe(200);
    await processInbox(b.t.app);
  }

  test("what a guest bought is theirs at once, and a refund ends it on the next call", async () => {
    const { tokens, accountToken } = await guest();
    const purchase = b.play.purchases.buy({ accountToken });
    await tell(4, purchase);
    expect(await entitlements(tokens)).toEqual(["pro"]);
    expect(b.play.acknowledged).toEqual([{ token: purchase.token, accountToken: undefined }]);
    expect((await sync(tokens, purchase))?.subscription).toMatchObject({
      state: SubscriptionState.ACTIVE,
      tierId: "pro",
      willRenew: true,
    });
    expect(b.play.acknowledged).toHaveLength(1);

    const order = purchase.orders.at(-1) ?? "";
    b.play.purchases.refund(purchase, order);
    b.t.advance(1000);
    await b.play.deliver(voidedNotice(purchase.token, order), b.webhook(project));
    await processInbox(b.t.app);
    expect(await entitlements(tokens)).toEqual([]);
    // Whatever comes late changes nothing.
    await tell(13, purchase);
    expect((await sync(tokens, purchase))?.subscription?.state).toBe(SubscriptionState.REVOKED);
  });

  test("a purchase without a name is whose app brings it first, and acknowledged then", async () => {
    const ada = await buyer(await b.t.addUser(project, "ada@example.com", "correct horse battery"));
    const bob = await guest();
    const purchase = b.play.purchases.buy();
    await tell(4, purchase);
    expect(b.play.acknowledged).toEqual([]);
    expect((await sync(ada.tokens, purchase))?.errorReason).toBe("");
    expect(b.play.acknowledged).toHaveLength(1);
    expect((await sync(bob.tokens, purchase))?.errorReason).toBe("PURCHASE_OWNED_BY_OTHER_USER");
    expect(await entitlements(ada.tokens)).toEqual(["pro"]);
    expect(await entitlements(bob.tokens)).toEqual([]);
  });

  test("an upgrade gives the new tier instead of the old, to the same user", async () => {
    const { tokens, accountToken } = await guest();
    const old = b.play.purchases.buy({ accountToken });
    await tell(4, old);
    const upgrade = b.play.purchases.buy({ productId: "team", upgrades: old.token });
    await tell(4, upgrade);
    await tell(13, old);
    expect(await entitlements(tokens)).toEqual(["team"]);
    expect(b.play.acknowledged.map(({ token }) => token)).toEqual([old.token, upgrade.token]);
  });

  test("only Google is heard: a push that is not genuine is stored nowhere", async () => {
    const { tokens, accountToken } = await guest();
    const purchase = b.play.purchases.buy({ accountToken });
    const address = b.webhook(project);
    const post = async (to: string, headers: Record<string, string>): Promise<number> => {
      const { body } = b.play.push(subscriptionNotice(4, purchase.token), address);
      return (await fetch(to, { method: "POST", headers, body })).status;
    };
    const { authorization } = b.play.push(subscriptionNotice(4, purchase.token), address);
    expect(await post(address, {})).toBe(401);
    expect(await post(address, { authorization: `${authorization}x` })).toBe(401);
    expect(await post(`${address}x`, { authorization })).toBe(404);
    expect(await processInbox(b.t.app)).toEqual({ processed: 0, ignored: 0, failed: 0 });
    expect(await entitlements(tokens)).toEqual([]);
    expect(b.t.logLines.join("")).not.toContain(address.slice(address.lastIndexOf("/")));
  });

  test("a push that comes thrice is one notification", async () => {
    const { tokens, accountToken } = await guest();
    const { token } = b.play.purchases.buy({ accountToken });
    for (let times = 0; times < 3; times++) {
      expect(await b.play.deliver(subscriptionNotice(4, token), b.webhook(project), "136969346945")).toBe(
        200,
      );
    }
    expect(await processInbox(b.t.app)).toEqual({ processed: 1, ignored: 0, failed: 0 });
    expect(await entitlements(tokens)).toEqual(["pro"]);
  });

  test.each(["answers 503", "answers 429", "hangs up", "answers a page"] as const)(
    "nothing is lost while Google %s",
    async (name) => {
      const { tokens, accountToken } = await guest();
      const first = b.play.purchases.buy({ accountToken });
      await tell(4, first); // Google's keys are known from now on
      const second = b.play.purchases.buy({ accountToken, productId: "team" });
      b.play.fault = storeFaults[name];
      await tell(4, second);
      expect(await entitlements(tokens)).toEqual(["pro"]);
      expect((await sync(tokens, second))?.errorReason).toBe("STORE_UNAVAILABLE");
      b.play.fault = undefined;
      b.t.advance(10 * 60_000);
      await processInbox(b.t.app);
      expect(await entitlements(tokens)).toEqual(["pro", "team"]);
      expect(b.play.acknowledged).toHaveLength(2);
    },
  );

  test("while Google's keys are not to be had, a push is to come again", async () => {
    b.play.fault = storeFaults["answers 503"];
    const { token } = b.play.purchases.buy();
    expect(await b.play.deliver(subscriptionNotice(4, token), b.webhook(project))).toBe(503);
  });

  test("a renewal and a refund that nobody told are found all the same", async () => {
    const credentials = { email: "ada@example.com", password: "correct horse battery" };
    const { accountToken } = await buyer(await b.t.addUser(project, credentials.email, credentials.password));
    const again = (): Promise<TokenResponse> => b.t.auth(project).signIn(credentials);
    const purchase = b.play.purchases.buy({ accountToken });
    await tell(4, purchase);
    b.t.advance(31 * DAY_MS);
    b.play.purchases.renew(purchase);
    await reconcile(b.t.app, { hasJustStarted: true });
    expect(await entitlements(await again())).toEqual(["pro"]);

    // The last order is given back; asked for its state, Google says only that it is over.
    b.play.purchases.refund(purchase, purchase.orders.at(-1) ?? "");
    b.t.advance(2 * DAY_MS);
    await reconcile(b.t.app, { hasJustStarted: false });
    await processInbox(b.t.app);
    expect(await entitlements(await again())).toEqual([]);
    const { subscriptions } = await billingOf(b.t, project, await again()).listSubscriptions({});
    expect(subscriptions[0]?.state).toBe(SubscriptionState.REVOKED);
  });
});
