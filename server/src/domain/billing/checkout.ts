import type { Project } from "../projects/project.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { requireBilling } from "./require-billing.ts";
import { adapterOf, type CheckoutInput, type StoreAdapter, type StoreApp } from "./store-adapter.ts";
import { stores } from "./stores.ts";

/** A page where the user can subscribe to the product, or buy it once. */
export function createCheckout(
  app: StoreApp,
  project: Project,
  buyer: SignedIn,
  input: CheckoutInput,
): Promise<string> {
  requireBilling(project);
  return storeWith(app, project, "checkout")(app, project, buyer, input);
}

/** A page where the user manages what they bought on such pages. */
export function createPortal(
  app: StoreApp,
  project: Project,
  buyer: SignedIn,
  returnUrl: string,
): Promise<string> {
  requireBilling(project);
  return storeWith(app, project, "portal")(app, project, buyer, returnUrl);
}

/** Of the stores that have such pages, the first that the project sells in. Without one, the first says what is missing. */
function storeWith<Page extends "checkout" | "portal">(
  app: StoreApp,
  { settings }: Project,
  page: Page,
): NonNullable<StoreAdapter[Page]> {
  const able = stores.filter(({ name }) => adapterOf(app, name)[page]);
  const chosen = able.find(({ isOn }) => isOn(settings.billing)) ?? able[0];
  const open = chosen && adapterOf(app, chosen.name)[page];
  if (!open) throw new Error(`no store has a ${page} page`);
  return open;
}
