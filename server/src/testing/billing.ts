import type { Client } from "@connectrpc/connect";
import { BillingService as AdminBillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { BillingService } from "@svc/proto/svc/billing/v1/billing_pb";
import { BillingService as ServerBillingService } from "@svc/proto/svc/server/v1/billing_pb";
import { type BillingSettings, defaultBilling } from "../domain/billing/billing-settings.ts";
import type { CatalogProduct } from "../domain/billing/catalog.ts";
import type { Snapshot } from "../domain/billing/snapshot.ts";
import type { Project } from "../domain/projects/project.ts";
import type { TestApp } from "./test-app.ts";

export const DAY_MS = 86_400_000;
export const MONTH_MS = 30 * DAY_MS;

const product = (id: string, period: CatalogProduct["period"]): CatalogProduct => ({
  id,
  period,
  price: { currency: "USD", amount: "9.99" },
  trial: "",
  appStoreProductId: "",
  playStoreProductId: "",
  playStoreBasePlanId: "",
  stripeLookupKey: "",
  stripeProductId: "",
  retired: false,
});

/** Two tiers in the App Store; the higher one gives both entitlements. */
export const SELLING: BillingSettings = {
  ...defaultBilling,
  enabled: true,
  appStore: { ...defaultBilling.appStore, bundleId: "com.example.app" },
  entitlements: [
    { id: "pro", name: "Pro" },
    { id: "team", name: "Team" },
  ],
  tiers: [
    { id: "pro", name: "Pro", rank: 1, entitlements: ["pro"], products: [product("pro_monthly", "P1M")] },
    {
      id: "team",
      name: "Team",
      rank: 2,
      entitlements: ["pro", "team"],
      products: [product("team_monthly", "P1M")],
    },
  ],
};

export const PRO = "com.example.app.pro_monthly";
export const TEAM = "com.example.app.team_monthly";

/** Apple's data about a month that was paid at `takenAt`. */
export function paidMonth(takenAt: number, changes: Partial<Snapshot> = {}): Snapshot {
  return {
    store: "app_store",
    subjectKey: "2000000000000001",
    environment: "production",
    takenAt,
    state: "active",
    productId: PRO,
    planId: "",
    willRenew: true,
    isTrial: false,
    familyShared: false,
    startedAt: takenAt,
    periodStart: takenAt,
    periodEnd: takenAt + MONTH_MS,
    accessUntil: takenAt + MONTH_MS,
    canceledAt: null,
    pausedUntil: null,
    cancelReason: "",
    priceMicros: 9_990_000,
    currency: "USD",
    accountToken: null,
    addOns: [],
    replaces: [],
    isSuperseded: false,
    needsAcknowledgement: false,
    ...changes,
  };
}

/** The billing service as the app of a signed-in user calls it. */
export function billingOf(
  t: TestApp,
  project: Project,
  tokens: Pick<TokenResponse, "accessToken">,
): Client<typeof BillingService> {
  return t.client(BillingService, {
    "x-svc-key": project.publishableKey,
    authorization: `Bearer ${tokens.accessToken}`,
  });
}

export function backendBilling(t: TestApp, secretKey: string): Client<typeof ServerBillingService> {
  return t.client(ServerBillingService, { "x-svc-key": secretKey });
}

export function adminBilling(t: TestApp, token: string): Client<typeof AdminBillingService> {
  return t.client(AdminBillingService, { authorization: `Bearer ${token}` });
}
