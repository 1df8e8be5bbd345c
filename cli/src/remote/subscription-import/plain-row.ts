import { billingStores } from "../../stores.ts";
import { type Cells, flagOf, type Reading } from "./entry.ts";

const NAMES = billingStores.map(({ name }) => name);

/** A record of our own format: user,store,key and perhaps one_time,sandbox. */
export function readPlainRow(cell: Cells): Reading {
  const named = cell("store").toLowerCase().replace("-", "_");
  const store = billingStores.find(({ name }) => name === named)?.value;
  if (store === undefined) {
    return { problem: `store must be ${NAMES.slice(0, -1).join(", ")} or ${NAMES.at(-1)}` };
  }
  const [oneTime, sandbox] = [flagOf(cell("one_time")), flagOf(cell("sandbox"))];
  if (oneTime === undefined) return { problem: "one_time must be true or false" };
  if (sandbox === undefined) return { problem: "sandbox must be true or false" };
  return { entry: { user: cell("user"), store, storeKey: cell("key"), oneTime, sandbox } };
}
