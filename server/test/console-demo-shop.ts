import { systemActor } from "../src/domain/analytics/record-event.ts";
import { applySnapshot } from "../src/domain/billing/apply-snapshot.ts";
import { billingAccountOf } from "../src/domain/billing/billing-account.ts";
import { type BillingSettings, defaultBilling } from "../src/domain/billing/billing-settings.ts";
import type { CatalogProduct } from "../src/domain/billing/catalog.ts";
import type { Snapshot } from "../src/domain/billing/snapshot.ts";
import type { StoreName } from "../src/domain/billing/stores.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { insertNotification } from "../src/storage/billing-inbox.ts";
import { putBillingStore } from "../src/storage/billing-stores.ts";
import { adminBilling, DAY_MS, MONTH_MS, paidMonth } from "../src/testing/billing.ts";
import { PURCHASE_KEY } from "../src/testing/stores/app-store.ts";
import { STRIPE_KEY } from "../src/testing/stores/stripe.ts";
import type { TestApp } from "../src/testing/test-app.ts";

const HOUR_MS = 3_600_000;

const product = (id: string, period: CatalogProduct["period"], amount: string): CatalogProduct => ({
  ...{ id, period, price: { currency: "EUR", amount }, trial: period === "P1Y" ? "P1W" : "" },
  ...{ appStoreProductId: "", playStoreProductId: "", playStoreBasePlanId: "", stripeLookupKey: "" },
  stripeProductId: "",
  retired: false,
});

const FERNWEH: BillingSettings = {
  ...defaultBilling,
  enabled: true,
  appStore: {
    ...{ bundleId: "com.fernweh.app", appAppleId: "6478123456" },
    ...{ issuerId: PURCHASE_KEY.issuerId, keyId: PURCHASE_KEY.keyId },
  },
  stripe: { enabled: true, portalConfigurationId: "bpc_1SvcFernweh", webhookEndpointId: "we_1SvcFernweh" },
  entitlements: [
    { id: "offline_maps", name: "Offline maps" },
    { id: "export", name: "Export to PDF" },
    { id: "sharing", name: "Shared trips" },
  ],
  tiers: [
    {
      ...{ id: "plus", name: "Fernweh Plus", rank: 1, entitlements: ["offline_maps", "export"] },
      products: [product("plus_monthly", "P1M", "4.99"), product("plus_yearly", "P1Y", "39.99")],
    },
    {
      ...{
        id: "family",
        name: "Fernweh Family",
        rank: 2,
        entitlements: ["offline_maps", "export", "sharing"],
      },
      products: [product("family_yearly", "P1Y", "59.99")],
    },
  ],
};

/** The project sells. */
export function openShop(t: TestApp, project: Project): Promise<Project> {
  return updateProject(t.app, systemActor, project.id, {
    settings: { billing: FERNWEH },
    secrets: new Map([
      ["billing.app_store.private_key", PURCHASE_KEY.privateKey],
      ["billing.app_store.notification_secret", "an-unguessable-part-of-apples-address"],
      ["billing.stripe.secret_key", STRIPE_KEY],
      ["billing.stripe.webhook_secret", "whsec_fernwehfernweh"],
    ]),
  });
}

const STATES: readonly (Partial<Snapshot> & { isOver?: boolean })[] = [
  {},
  { state: "trialing", isTrial: true },
  {},
  { state: "canceled", willRenew: false, cancelReason: "user" },
  {},
  { state: "grace_period" },
  {},
  { state: "expired", willRenew: false, isOver: true },
  {},
  { state: "revoked", willRenew: false, cancelReason: "refund", isOver: true },
  {},
  { state: "on_hold", isOver: true },
];

/** Members subscribe, and the stores tell of it. */
export async function sell(
  t: TestApp,
  project: Project,
  userIds: readonly string[],
  before = 0,
): Promise<void> {
  for (const [index, userId] of userIds.entries()) {
    const n = before + index;
    t.advance(7 * 60_000);
    const sold = soldTo(n, project);
    const { purchaseToken } = await billingAccountOf(t.app, project, userId);
    const now = t.app.clock();
    const start = now - (n + 1) * DAY_MS;
    const { isOver = false, ...state } = STATES[n % STATES.length] ?? {};
    await applySnapshot(t.app, project, {
      ...paidMonth(now, { ...sold, ...state, accountToken: purchaseToken }),
      ...{ startedAt: start - n * MONTH_MS, periodStart: start },
      ...{ periodEnd: start + MONTH_MS, accessUntil: isOver ? now - DAY_MS : start + MONTH_MS },
    });
    await told(t, project, n, sold);
  }
  const now = t.app.clock();
  await putBillingStore(t.app.db, project.id, "app_store", {
    ...{ lastSuccessAt: now - 4 * 60_000, lastError: null, lastNotificationAt: now - 7 * 60_000 },
  });
  await putBillingStore(t.app.db, project.id, "stripe", {
    ...{
      lastSuccessAt: now - 12 * HOUR_MS,
      lastErrorAt: now - 60_000,
      lastNotificationAt: now - 14 * 60_000,
    },
    lastError: "Stripe: status 503",
  });
}

type Sold = Pick<Snapshot, "store" | "subjectKey" | "productId" | "planId" | "priceMicros" | "currency">;

function soldTo(n: number, project: Project): Sold {
  const price = { priceMicros: n % 2 === 0 ? 4_990_000 : 39_990_000, currency: "EUR" };
  const id = n % 2 === 0 ? "plus_monthly" : "plus_yearly";
  if (n % 3 !== 2) {
    const subjectKey = `20000009134${String(n).padStart(5, "0")}`;
    return { ...price, store: "app_store", subjectKey, planId: "", productId: `com.fernweh.app.${id}` };
  }
  const planId = `svc:${project.slug}:plus:${n % 2 === 0 ? "p1m" : "p1y"}:eur`;
  return { ...price, store: "stripe", subjectKey: `sub_1SvcFernweh${n}`, planId, productId: "prod_fernweh" };
}

/** One in the inbox for each; Stripe is down for an hour. */
async function told(t: TestApp, project: Project, n: number, { store, subjectKey }: Sold): Promise<void> {
  const now = t.app.clock();
  const fate = fateOf(n, store, now);
  await insertNotification(t.app.db, {
    ...{
      id: t.app.newId(),
      projectId: project.id,
      store,
      subjectKey,
      payload: "{}",
      environment: "production",
    },
    ...{ occurredAt: now - 2_000, receivedAt: now, queuedAt: now },
    notificationId:
      store === "stripe" ? `evt_1SvcFernweh${n}` : `4f0c1f5a-${1000 + n}-4c5e-9b53-2f1f5d7d9a10`,
    type: store === "stripe" ? "customer.subscription.updated" : "DID_RENEW",
    subtype: "",
    ...fate,
  });
}

function fateOf(n: number, store: StoreName, now: number) {
  const done = {
    status: "processed",
    attempts: 1,
    nextAttemptAt: null,
    lastError: null,
    processedAt: now + 900,
  };
  if (store !== "stripe" || n < 6) return done;
  const lastError = "STORE_UNAVAILABLE: Stripe: status 503";
  return n < 9
    ? { status: "failed", attempts: 29, nextAttemptAt: null, lastError, processedAt: null }
    : { status: "waiting", attempts: 4, nextAttemptAt: now + 3 * HOUR_MS, lastError, processedAt: null };
}

/** Support was kind to somebody. */
export async function grant(t: TestApp, token: string, userId: string): Promise<void> {
  await adminBilling(t, token).grantEntitlement({
    ...{ project: "fernweh", userId, entitlementId: "sharing", reason: "beta tester" },
  });
}
