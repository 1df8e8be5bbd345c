import type { AppStoreClient } from "./app-store/client.ts";
import { appStore } from "./app-store/definition.ts";
import type { OneTimeEntry, ProductEntry } from "./catalog-entry.ts";
import type { PlayStoreClient } from "./play-store/client.ts";
import { playStore } from "./play-store/definition.ts";
import type { StoreDefinition } from "./store-definition.ts";
import type { StripeClient } from "./stripe/client.ts";
import { stripe } from "./stripe/definition.ts";
import type { StripeSupportClient } from "./stripe/support-client.ts";

/** Every store. A new one is added here and in `providers/stores.ts`; no other code of the server names any. */
const list = [appStore, playStore, stripe] as const;

/** What the adapters ask the stores with. */
export type StoreClients = Readonly<{
  appStore: AppStoreClient;
  playStore: PlayStoreClient;
  stripe: StripeClient;
  stripeSupport: StripeSupportClient;
}>;

type Listed = (typeof list)[number];
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

export type StoreName = Listed["name"];
/** The sections of the stores in the settings, and their settings among the general ones. */
export type StoreSections = { [Store in Listed as Store["section"]]: Store["defaults"] };
export type StoreOptions = Intersection<Listed["optionDefaults"]>;
export type ProductIds = Readonly<Intersection<Listed["noProductIds"]>>;
export type OneTimeIds = Readonly<Intersection<Listed["noOneTimeIds"]>>;
export type PublicProductIds = Intersection<ReturnType<Listed["publicProduct"]>>;
export type PublicOneTimeIds = Intersection<ReturnType<Listed["publicOneTime"]>>;
export type WebhookUrls = Readonly<
  { [Store in Listed as Extract<Store["webhook"]["urlKey"], string>]: string } & Intersection<
    Listed["webhook"]["details"]
  >
>;
export type WebhookSecret = Exclude<Listed["webhook"]["secret"], undefined>;

type AnyStore = StoreDefinition<
  Readonly<StoreSections>,
  ProductEntry & ProductIds,
  OneTimeEntry & OneTimeIds
> & {
  name: StoreName;
  section: keyof StoreSections;
  webhook: { secret: WebhookSecret | undefined };
};

export const stores: readonly AnyStore[] = list;
export const storeNames: readonly StoreName[] = list.map(({ name }) => name);

/** Rows name their store as text. */
export function storeOf(name: string): AnyStore {
  const found = findStore(name);
  if (!found) throw new Error(`there is no store ${JSON.stringify(name)}`);
  return found;
}

export function findStore(name: string): AnyStore | undefined {
  return stores.find((store) => store.name === name);
}

export const storeFields = list.flatMap(({ fields }): Listed["fields"][number][] => [...fields]);
export const storeOptions = list.flatMap(({ options }): Listed["options"][number][] => [...options]);
export const storeSecrets = list.flatMap(({ secrets }): Listed["secrets"][number][] => [...secrets]);

/** What each store says of itself, in one object. */
export function joined<T>(part: (store: AnyStore) => object): T {
  return Object.assign({}, ...stores.map(part)) as T;
}
