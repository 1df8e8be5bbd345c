import { AsyncLocalStorage } from "node:async_hooks";

const transaction = new AsyncLocalStorage<true>();

export function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  return transaction.run(true, work);
}

/** A transaction keeps its connection, so a request for another one inside it comes from the outer handle. */
export function refuseOuterHandle(): void {
  if (transaction.getStore()) throw new Error("a query on the outer handle inside a transaction");
}
