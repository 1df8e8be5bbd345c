import { BillingService } from "@svc/proto/svc/server/v1/billing_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Billing, billing } from "../../sdk/typescript/src/billing.ts";
import { type AuthClient, createAuthClient, memoryStorage } from "../../sdk/typescript/src/sdk.ts";
import { createServerClient, type ServerClient } from "../../sdk/typescript/src/server/server.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { engines } from "../src/testing/engines.ts";
import { StripeBench } from "../src/testing/stores/stripe-bench.ts";

const urls = { successUrl: "https://app.example.com/done", cancelUrl: "https://app.example.com/" };

describe.each(engines)("subscriptions with the SDK on $kind", (engine) => {
  let bench: StripeBench;
  let project: Project;
  let client: AuthClient;
  let shop: Billing;
  let server: ServerClient;
  const asked: string[] = [];
  beforeEach(async () => {
    bench = await StripeBench.open(engine);
    const made = await bench.sell();
    project = made.project;
    bench.addPrice(project);
    const { publishableKey } = project;
    const baseUrl = bench.t.url;
    client = createAuthClient({ baseUrl, publishableKey, storage: memoryStorage() });
    shop = billing(client);
    asked.length = 0;
    server = createServerClient({
      ...{ baseUrl, secretKey: made.secretKey },
      fetch: (url, init) => {
        asked.push(String(url).split("BillingService/")[1] ?? "");
        return fetch(url, init);
      },
    });
  });
  afterEach(() => bench.close());

  test("what the backend grants, the app has until it is revoked", async () => {
    await client.signInAnonymously();
    const userId = client.user?.id ?? "";
    expect(await shop.has("pro")).toBe(false);
    expect(await shop.subscriptions()).toEqual([]);
    const grant = await server.grantEntitlement({ userId, entitlementId: "pro", reason: "sorry" });
    expect(grant).toMatchObject({ entitlementId: "pro" });
    expect(grant).not.toHaveProperty("expiresAt");
    expect(await shop.has("pro")).toBe(true);
    expect(await shop.has("team")).toBe(false);
    expect(await server.getUserEntitlements(userId)).toMatchObject({
      entitlements: [
        { id: "pro", active: true, store: "manual" },
        { id: "team", active: false },
      ],
      grants: [{ id: grant.id }],
    });
    await server.revokeEntitlementGrant(grant.id);
    await server.revokeEntitlementGrant(grant.id);
    expect(await shop.entitlements()).toMatchObject([{ id: "pro", active: false }, { id: "team" }]);
    expect(await shop.has("pro")).toBe(false);
  });

  test("what is bought through Stripe is seen by the app and by the backend", async () => {
    await client.signInAnonymously();
    const userId = client.user?.id ?? "";
    const { tiers, stores } = await shop.config();
    expect(stores).toContain("stripe");
    expect(tiers[0]?.products[0]).toMatchObject({ id: "pro_monthly", currency: "USD", trial: "P1W" });
    expect(await shop.accountToken()).toMatch(/^[0-9a-f-]{36}$/);
    expect(await shop.checkout({ productId: "pro_monthly", ...urls })).toMatch(/^https:/);
    const bought = await bench.pay(project);
    expect(await shop.has("pro")).toBe(true);
    expect(await shop.portal({ returnUrl: urls.cancelUrl })).toMatch(/^https:/);
    const [mine] = await shop.subscriptions();
    expect(mine).toMatchObject({ store: "stripe", state: "active", tierId: "pro", sandbox: true });
    expect(await server.listUserSubscriptions(userId)).toMatchObject([{ id: mine?.id, state: "active" }]);
    bench.store.shop.end(bought, "payment_failed");
    bench.t.advance(1_000);
    expect(await server.refreshSubscription(mine?.id ?? "")).toMatchObject({ state: "expired" });
    client.wake();
    expect(await shop.has("pro")).toBe(false);
    const refused = await shop.sync([{ appStoreSignedTransaction: "junk" }]);
    expect(refused).toEqual([{ errorReason: expect.stringMatching(/^[A-Z_]+$/) }]);
  });

  test("nobody is signed in: SIGNED_OUT, and no request", async () => {
    await client.ready;
    const calls = [shop.has("pro"), shop.config(), shop.sync([]), shop.portal({ returnUrl: "x" })];
    const reason = { name: "AuthError", reason: "SIGNED_OUT" };
    const settled = await Promise.allSettled<unknown>(calls);
    expect(settled).toMatchObject(calls.map(() => ({ status: "rejected", reason })));
  });

  test("every RPC for backends is a method", async () => {
    const calls = [
      server.getUserEntitlements("x"),
      server.listUserSubscriptions("x"),
      server.refreshSubscription("x"),
      server.grantEntitlement({ userId: "x", entitlementId: "pro" }),
      server.revokeEntitlementGrant("x"),
      server.listPurchases({ userId: "x" }),
      server.consumePurchase({ purchaseId: "x", claimId: "c" }),
    ];
    const settled = await Promise.allSettled<unknown>(calls);
    expect(settled).toMatchObject(calls.map(() => ({ status: "rejected", reason: { name: "AuthError" } })));
    expect([...new Set(asked)].sort()).toEqual(BillingService.methods.map(({ name }) => name).sort());
  });
});
