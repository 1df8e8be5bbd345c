import { findStore, storeNames } from "./stores.ts";

/** A subscription of another system, as an administrator names it. */
export type ImportedEntry = Readonly<{
  /** Id or email address; empty when nobody is named. */
  user: string;
  /** Empty or unknown when it is not a store. */
  store: string;
  /** The store's key of what was bought. */
  storeKey: string;
  oneTime: boolean;
  /** Only where a store has an environment of its own for test purchases. */
  sandbox: boolean;
}>;

/** Why an entry cannot be asked about; undefined when it can. Never quotes the key: some are secrets. */
export function problemOfEntry(entry: ImportedEntry): string | undefined {
  const store = findStore(entry.store);
  if (!store) {
    const names = `${storeNames.slice(0, -1).join(", ")} or ${storeNames.at(-1)}`;
    return `the store must be ${names}`;
  }
  if (entry.storeKey === "") return "the store's key of the subscription is missing";
  return store.importProblem(entry);
}
