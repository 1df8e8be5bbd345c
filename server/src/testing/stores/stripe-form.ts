import type { Parameters } from "./stripe-parameters.ts";

/** `a[b][0]=x` as the object that it stands for. */
export function readForm(text: string): Parameters {
  const root: Parameters = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split(/\]\[|\[|\]/).filter((key, n, all) => key !== "" || n < all.length - 1);
    put(root, keys, value);
  }
  return listed(root) as Parameters;
}

function put(into: Parameters, [key = "", ...rest]: string[], value: string): void {
  const name = key === "" ? String(Object.keys(into).length) : key;
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  into[name] ??= {};
  put(into[name] as Parameters, rest, value);
}

/** What has the keys 0, 1, 2 ... is a list. */
function listed(value: Parameters[string]): Parameters[string] {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, held]) => [key, listed(held)] as const);
  const isList = entries.length > 0 && entries.every(([key], n) => key === String(n));
  return isList
    ? (entries.map(([, held]) => held) as Array<string | Parameters>)
    : (Object.fromEntries(entries) as Parameters);
}
