import { hash } from "node:crypto";
import { storeUnavailable } from "../../../errors.ts";
import type { StoreApp } from "../store-adapter.ts";
import type { CheckoutRequest, MadeCheckout } from "./client.ts";

/** For as long, the same request leads to the same page, however often a phone repeats it. */
const SAME_REQUEST_MS = 60_000;

export type PageRequest = Omit<CheckoutRequest, "idempotencyKey">;

/**
 * The one page on which the user can subscribe, or buy this product once. Older ones are closed before anybody sees the new one, so
 * that of two pages only one can be paid: two that are made at once agree on the newer of them.
 */
export async function openPage(app: StoreApp, key: string, request: PageRequest): Promise<MadeCheckout> {
  const minute = Math.floor(app.clock() / SAME_REQUEST_MS);
  // What Stripe answers to a repeated request may be a page that was closed or paid meanwhile.
  for (const attempt of [minute, app.newId()]) {
    const idempotencyKey = hash("sha256", JSON.stringify([attempt, request]));
    const made = await app.stores.stripe.createCheckout(key, { ...request, idempotencyKey });
    if (made.kind !== "page") return made;
    const newest = await closeOlder(app, key, request);
    if (newest.open.has(made.id)) {
      if (newest.id === made.id) return made;
      break;
    }
  }
  throw storeUnavailable("stripe", "another checkout of the same user began at the same time");
}

async function closeOlder(
  app: StoreApp,
  key: string,
  { customerId, projectId, productId }: PageRequest,
): Promise<{ id: string | undefined; open: ReadonlySet<string> }> {
  const listed = await app.stores.stripe.listOpenCheckouts(key, customerId);
  const mode = productId === undefined ? "subscription" : "payment";
  const pages = listed.filter(
    (page) => page.projectId === projectId && page.mode === mode && page.productId === productId,
  );
  for (const { id } of pages.slice(1)) await app.stores.stripe.expireCheckout(key, id);
  return { id: pages[0]?.id, open: new Set(pages.map(({ id }) => id)) };
}
