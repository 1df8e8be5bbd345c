import { AppError, storeUnavailable } from "../../../errors.ts";
import type { Environment } from "../environment.ts";
import type { Snapshot } from "../snapshot.ts";
import type { StoreApp } from "../store-adapter.ts";
import type { AppStoreKey } from "./client.ts";
import { readSignedStatus } from "./read-status.ts";
import { reduceStatus } from "./reduce.ts";

/** How a subscription stands now, by asking Apple; undefined when that environment does not know it. */
export async function askStatus(
  app: Pick<StoreApp, "clock" | "stores">,
  key: AppStoreKey,
  { subjectKey, environment }: { subjectKey: string; environment: Environment },
): Promise<Snapshot | undefined> {
  const status = await app.stores.appStore.findStatus(key, environment, subjectKey);
  if (status === undefined) return undefined;
  const facts = await readSignedStatus(app, key.bundleId, status).catch((error: unknown) => {
    // Then it was not Apple who answered.
    if (error instanceof AppError) throw storeUnavailable("app_store", error.detail ?? error.message);
    throw error;
  });
  if (
    facts.transaction.originalTransactionId !== subjectKey ||
    facts.transaction.environment !== environment
  ) {
    throw storeUnavailable("app_store", "App Store Server API: the status of another subscription");
  }
  return reduceStatus(facts);
}
