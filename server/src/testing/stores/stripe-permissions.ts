import type { Parameters } from "./stripe-parameters.ts";
import type { StripeRoute } from "./stripe-route.ts";

/** What a key may do: everything, or what its owner chose in the dashboard (`invoice_read`, `customer_write`). */
export type StripePermissions = "all" | ReadonlySet<string>;

/** What the guide tells people to give to a restricted key. Without `charge_write`, svc makes no refunds; all else works. */
export const DOCUMENTED_PERMISSIONS: readonly string[] = [
  ...["product", "plan", "webhook", "checkout_session", "customer_portal", "customer", "subscription"].map(
    (resource) => `${resource}_write`,
  ),
  ...["invoice", "payment_intent", "charge", "dispute", "event"].map((resource) => `${resource}_read`),
];

/** What is shown as an id until somebody expands it, and whose permission that takes. */
const EXPANDABLE: Readonly<Record<string, string>> = {
  charge: "charge",
  customer: "customer",
  invoice: "invoice",
  latest_charge: "charge",
  latest_invoice: "invoice",
  payment_intent: "payment_intent",
  price: "plan",
  product: "product",
  subscription: "subscription",
};

/** The first permission that the key lacks for the request and for everything that it expands, as Stripe names it. */
export function lackingPermission(
  permissions: StripePermissions,
  { method, resource }: StripeRoute,
  { expand = [] }: Parameters,
): string | undefined {
  if (permissions === "all") return undefined;
  const expanded = [expand].flat().flatMap((path) => String(path).split("."));
  const needed = [
    `${resource}_${method === "GET" ? "read" : "write"}`,
    ...expanded.flatMap((name) => (EXPANDABLE[name] === undefined ? [] : [`${EXPANDABLE[name]}_read`])),
  ];
  // Write permission includes read permission.
  return needed.find((name) => !permissions.has(name) && !permissions.has(name.replace(/_read$/, "_write")));
}
