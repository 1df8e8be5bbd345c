import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { billing } from "../../sdk/typescript/src/billing.ts";
import { type AuthClient, createAuthClient, memoryStorage } from "../../sdk/typescript/src/sdk.ts";
import { processInbox } from "../src/domain/billing/process-inbox.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { MONTH_MS } from "../src/testing/billing.ts";
import { engines } from "../src/testing/engines.ts";
import { PlayBench } from "../src/testing/stores/play-bench.ts";
import { voidedNotice } from "../src/testing/stores/play-push.ts";
import { PACKAGE } from "../src/testing/stores/play-store.ts";

const MINUTE_MS = 60_000;

describe.each(engines)("entitlements that the SDK keeps, of a server on $kind", (engine) => {
  let b: PlayBench;
  let project: Project;
  let storage: ReturnType<typeof memoryStorage>;
  let isOffline: boolean;
  const sent: string[] = [];
  beforeEach(async () => {
    b = await PlayBench.open(engine);
    project = await b.addProject();
    storage = memoryStorage();
    isOffline = false;
    sent.length = 0;
  });
  afterEach(() => b.close());

  /** Starts the app on the device, whose clock is right. */
  function start(): AuthClient {
    const { clock } = b.t.app;
    return createAuthClient({
      ...{ baseUrl: b.t.url, publishableKey: project.publishableKey, storage },
      clock: { now: clock, steady: clock },
      fetch: async (url, init) => {
        if (isOffline) throw new TypeError("no network");
        sent.push(String(url).split("/").pop() ?? "");
        return fetch(url, init);
      },
    });
  }

  async function buy(client: AuthClient) {
    await client.signInAnonymously();
    const shop = billing(client);
    const purchase = b.play.purchases.buy({ accountToken: await shop.accountToken() });
    const playStore = { packageName: PACKAGE, purchaseToken: purchase.token };
    expect(await shop.sync([{ playStore }])).toMatchObject([{ subscription: { state: "active" } }]);
    return { shop, purchase };
  }

  test("a purchase is known at once, without another question, to listeners too", async () => {
    const client = start();
    await client.signInAnonymously();
    const shop = billing(client);
    expect(await shop.has("pro")).toBe(false);
    const { token: purchaseToken } = b.play.purchases.buy({ accountToken: await shop.accountToken() });
    const heard = new Promise<void>((resolve) => {
      const stop = shop.onEntitlementsChange(() => {
        stop();
        resolve();
      });
    });
    await shop.sync([{ playStore: { packageName: PACKAGE, purchaseToken } }]);
    await heard;
    expect(shop.hasCached("pro")).toBe(true);
    expect(await shop.has("pro")).toBe(true);
    expect(sent.filter((method) => method === "ListEntitlements")).toHaveLength(1);
  });

  test("offline, a paid month lasts as long as on the server: with its leeway, and not longer", async () => {
    const { shop } = await buy(start());
    isOffline = true;
    const leewayMs = project.settings.billing.renewalLeewayMinutes * MINUTE_MS;
    b.t.advance(MONTH_MS + leewayMs - MINUTE_MS);
    expect(await shop.has("pro")).toBe(true);
    expect(await billing(start()).has("pro")).toBe(true);
    b.t.advance(2 * MINUTE_MS);
    expect(await shop.has("pro")).toBe(false);
    expect(await billing(start()).has("pro")).toBe(false);
  });

  test("a refund ends it when the app comes to the foreground, on each device", async () => {
    const client = start();
    const { shop, purchase } = await buy(client);
    const second = billing(start());
    expect(await second.has("pro")).toBe(true);
    const [orderId = ""] = purchase.orders;
    b.play.purchases.refund(purchase, orderId);
    b.t.advance(1_000);
    expect(await b.play.deliver(voidedNotice(purchase.token, orderId), b.webhook(project))).toBe(200);
    await processInbox(b.t.app);
    expect(await shop.has("pro")).toBe(true);
    client.wake();
    expect(await shop.has("pro")).toBe(false);
    b.t.advance(MINUTE_MS);
    expect(await second.has("pro")).toBe(false);
  });
});
