import type { AppStoreConnect } from "../app-store-connect.ts";
import type { StepRunner } from "../step-runner.ts";
import type { AppStoreProduct } from "./catalog.ts";
import { type ConnectResource, link, listAll, write } from "./connect-resource.ts";

/** A group of subscriptions with all that it holds. */
export type Group = Readonly<{ id: string; name: string; subscriptions: readonly ConnectResource[] }>;

export const ownGroupName = (slug: string): string => `svc-${slug}`;

/** All groups of the app: a product id is unique in the whole app, whichever group has it. */
export async function listGroups(connect: AppStoreConnect, app: ConnectResource): Promise<Group[]> {
  const groups = await listAll(connect, `/v1/apps/${app.id}/subscriptionGroups?limit=200`);
  const found: Group[] = [];
  for (const { id, attributes } of groups) {
    const subscriptions = await listAll(connect, `/v1/subscriptionGroups/${id}/subscriptions?limit=200`);
    found.push({ id, name: String(attributes.referenceName ?? ""), subscriptions });
  }
  return found;
}

export function findSubscription(
  groups: readonly Group[],
  { productId }: AppStoreProduct,
): { group: Group; subscription: ConnectResource } | undefined {
  for (const group of groups) {
    const subscription = group.subscriptions.find(({ attributes }) => attributes.productId === productId);
    if (subscription) return { group, subscription };
  }
  return undefined;
}

/**
 * The group that has most products of the same tier, and their level in it. Only within a group can
 * a subscriber change from one product to another.
 */
export function siblingsOf(
  groups: readonly Group[],
  products: readonly AppStoreProduct[],
  { tier }: AppStoreProduct,
): { group: Group; level: number | undefined } | undefined {
  const ids = products.filter((product) => product.tier === tier).map(({ productId }) => productId);
  const siblings = groups.flatMap((group) => {
    const found = group.subscriptions.filter(({ attributes }) => ids.includes(String(attributes.productId)));
    const level = found.map(({ attributes }) => attributes.groupLevel).find((each) => each !== undefined);
    return found.length === 0 ? [] : [{ group, count: found.length, level: level as number | undefined }];
  });
  return siblings.sort((a, b) => b.count - a.count)[0];
}

/** The project's own group, for products without siblings. Undefined in a plan that would create it. */
export async function ensureOwnGroup(
  connect: AppStoreConnect,
  app: ConnectResource,
  groups: readonly Group[],
  slug: string,
  act: StepRunner,
): Promise<string | undefined> {
  const referenceName = ownGroupName(slug);
  let id = groups.find(({ name }) => name === referenceName)?.id;
  if (id === undefined) {
    await act(`create the subscription group ${referenceName}`, async () => {
      const made = await write(connect, "POST", "/v1/subscriptionGroups", {
        type: "subscriptionGroups",
        attributes: { referenceName },
        relationships: { app: link("apps", app.id) },
      });
      id = made.id;
    });
  }
  await ensureGroupName(connect, app, { id, referenceName }, act);
  return id;
}

async function ensureGroupName(
  connect: AppStoreConnect,
  app: ConnectResource,
  { id, referenceName }: { id: string | undefined; referenceName: string },
  act: StepRunner,
): Promise<void> {
  const path = `/v1/subscriptionGroups/${id}/subscriptionGroupLocalizations?limit=200`;
  const names = id === undefined ? [] : await listAll(connect, path);
  if (names.length > 0) return;
  const locale = localeOf(app);
  await act(`name the subscription group ${referenceName} in ${locale}`, () =>
    write(connect, "POST", "/v1/subscriptionGroupLocalizations", {
      type: "subscriptionGroupLocalizations",
      attributes: { name: "Subscriptions", locale },
      relationships: { subscriptionGroup: link("subscriptionGroups", id ?? "") },
    }),
  );
}

/** The language in which the app is described first, and with it what it sells. */
export function localeOf({ attributes }: ConnectResource): string {
  const { primaryLocale } = attributes;
  return typeof primaryLocale === "string" && primaryLocale !== "" ? primaryLocale : "en-US";
}
