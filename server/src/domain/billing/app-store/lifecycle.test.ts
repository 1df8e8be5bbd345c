import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { billingOf, DAY_MS } from "../../../testing/billing.ts";
import { engines } from "../../../testing/engines.ts";
import { AppStoreBench } from "../../../testing/stores/app-store-bench.ts";
import { TEST_APP } from "../../../testing/stores/app-store-records.ts";
import { storeFaults } from "../../../testing/stores/store-fault.ts";
import type { Project } from "../../projects/project.ts";
import { processInbox } from "../process-inbox.ts";
import { reconcile } from "../reconcile.ts";

describe.each(engines)("A subscription in the App Store on $kind", (engine) => {
  let b: AppStoreBench;
  let project: Project;
  let guest: TokenResponse;
  beforeEach(async () => {
    b = await AppStoreBench.open(engine);
    project = await b.addProject();
    Object.assign(b.store.webhooks, { production: b.webhook(project), sandbox: b.webhook(project) });
    guest = await b.t.auth(project).signInAnonymously({});
  });
  afterEach(() => b.close());

  /** Apple sends it, the server works it out. */
  const tell = async (body: string): Promise<number> => {
    const status = await b.store.deliver("production", body);
    await processInbox(b.t.app);
    b.t.advance(1000);
    return status;
  };
  const active = async (): Promise<string[]> => {
    guest = await b.t.auth(project).refreshToken({ refreshToken: guest.refreshToken });
    const { entitlements } = await billingOf(b.t, project, guest).listEntitlements({});
    return entitlements.filter((one) => one.active).map(({ id }) => id);
  };
  const sync = async (signed: string) => {
    const purchase = { proof: { case: "appStoreSignedTransaction", value: signed } } as const;
    const { results } = await billingOf(b.t, project, guest).syncPurchases({ purchases: [purchase] });
    return results[0];
  };

  test("is followed from the purchase to the refund by what Apple tells", async () => {
    const { purchaseAccountToken: accountToken } = await billingOf(b.t, project, guest).getBillingAccount({});
    const bought = b.store.buy({ accountToken: accountToken.toUpperCase() });
    const [subscribed = ""] = b.store.told;
    expect(await active()).toEqual([]);
    expect(await tell(subscribed)).toBe(200);
    expect(await active()).toEqual(["pro"]);
    expect(await tell(b.store.upgrade(bought, `${TEST_APP.bundleId}.team_monthly`))).toBe(200);
    expect(await active()).toEqual(["pro", "team"]);
    await tell(b.store.refund(bought));
    expect(await active()).toEqual([]);
    expect(await tell(subscribed)).toBe(200); // once more, late
    expect(await active()).toEqual([]);
    await tell(b.store.reverseRefund(bought));
    expect(await active()).toEqual(["pro", "team"]);
  });

  test("that nobody is known to have bought belongs to whom it is brought by, and Apple is told", async () => {
    const bought = b.store.buy();
    const result = await sync(b.store.signedTransaction(bought));
    expect(result?.errorReason).toBe("");
    expect(await active()).toEqual(["pro"]);
    const { purchaseAccountToken } = await billingOf(b.t, project, guest).getBillingAccount({});
    expect(bought.accountToken).toBe(purchaseAccountToken);
  });

  test("keeps its access while Apple is down, and is brought up to date from Apple's history", async () => {
    const bought = b.store.buy({ periodMs: 7 * DAY_MS });
    await sync(b.store.signedTransaction(bought));
    b.store.fault = storeFaults["hangs up"];
    expect((await sync(b.store.signedTransaction(bought)))?.errorReason).toBe("STORE_UNAVAILABLE");
    expect(await active()).toEqual(["pro"]);
    b.t.advance(6 * DAY_MS);
    b.store.renew(bought); // and nobody hears of it
    b.store.fault = undefined;
    b.t.advance(2 * DAY_MS);
    expect(await active()).toEqual([]);
    await reconcile(b.t.app, { hasJustStarted: true });
    await processInbox(b.t.app);
    expect(await active()).toEqual(["pro"]);
  });

  test("is not believed when somebody else tells of it", async () => {
    const other = await AppStoreBench.open(engine);
    try {
      other.store.buy();
      const [forged = ""] = other.store.told;
      expect(await b.store.deliver("production", forged)).toBe(401);
    } finally {
      await other.close();
    }
  });
});
