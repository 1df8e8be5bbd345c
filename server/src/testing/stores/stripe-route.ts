import type { Parameters } from "./stripe-parameters.ts";
import type { StripeShop } from "./stripe-shop.ts";

/** One operation: which permission and whose parameters it takes (a type of Stripe's library), and what it answers. */
export type StripeRoute = Readonly<{
  method: "GET" | "POST" | "DELETE";
  pattern: RegExp;
  /** As Stripe names it, without `_read` or `_write`. */
  resource: string;
  file: string;
  type: string;
  /** Undefined: there is no such thing. */
  answer: (shop: StripeShop, parameters: Parameters, id: string) => object | undefined;
}>;

export const text = (value: Parameters[string] | undefined): string =>
  typeof value === "string" ? value : "";
export const record = (value: Parameters[string] | undefined): Record<string, string> => ({
  ...(value as object),
});

/** A page of a list: at most `limit`, after `starting_after`. */
export function listOf(data: readonly object[], { limit, starting_after: after }: Parameters = {}): object {
  const begin = after === undefined ? 0 : data.findIndex((one) => (one as { id?: string }).id === after) + 1;
  const end = begin + Number(limit ?? 10);
  return { object: "list", url: "/v1/list", has_more: data.length > end, data: data.slice(begin, end) };
}

/** Whether a request asks for the whole of what is shown as an id otherwise. */
export function isExpanded({ expand }: Parameters, path: string): boolean {
  return (
    Array.isArray(expand) && expand.some((wanted) => wanted === path || text(wanted).startsWith(`${path}.`))
  );
}

/** `pattern` has `:id` where the id stands. */
export function routesFor(
  resource: string,
  file: string,
): (method: StripeRoute["method"], path: string, type: string, answer: StripeRoute["answer"]) => StripeRoute {
  return (method, path, type, answer) => {
    const pattern = new RegExp(`^/v1/${path.replace(":id", "([^/]+)")}$`);
    return { method, pattern, resource, file, type, answer };
  };
}
