import type { GetWebhookUrlsResponse, StoreStatus } from "@svc/proto/svc/admin/v1/billing_pb";
import type { BillingSettings } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import type { Store } from "@svc/proto/svc/billing/v1/subscription_pb";
import type { ComponentType } from "react";
import type { ProductValues } from "./catalog-values.ts";
import type { OneTimeValues } from "./one-time-values.ts";

/** A field of the catalog with an id that the store gives to a product, and its label. */
export type StoreIdField<Values> = Readonly<{ name: keyof Values & string; path: string; label: string }>;

export type StoreCardProps = Readonly<{
  store: StoreEntry;
  settings: BillingSettings;
  status: StoreStatus | undefined;
}>;

/** Everything that the console knows about a store. */
export type StoreEntry = Readonly<{
  value: Store;
  /** Its value in the URL of a filter. */
  word: string;
  name: string;
  /** Its settings, or nothing when the server sends none. Loaded late: only one screen shows it. */
  Card: ComponentType<StoreCardProps>;
  productIds: readonly StoreIdField<ProductValues>[];
  oneTimeIds: readonly StoreIdField<OneTimeValues>[];
  webhook: Readonly<{ urlOf: (urls: GetWebhookUrlsResponse) => string; isSecret: boolean; hint: string }>;
  /** The server can cancel and refund there. */
  hasSupport: boolean;
}>;
