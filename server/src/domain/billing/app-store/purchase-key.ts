import type { App } from "../../../app.ts";
import { AppError } from "../../../errors.ts";
import type { Project } from "../../projects/project.ts";
import { openProviderSecret } from "../../projects/provider-secrets.ts";
import type { AppStoreKey } from "./client.ts";

/** The in-app purchase key, with which the App Store can be asked; STORE_NOT_CONFIGURED without one. */
export async function requirePurchaseKey(
  app: Pick<App, "db" | "secretBox">,
  project: Project,
): Promise<AppStoreKey> {
  const privateKey = await openProviderSecret(app, project.id, "app_store_private_key");
  const missing = missingForKey(project, privateKey !== undefined);
  if (privateKey === undefined || missing.length > 0) throw notConfigured(missing);
  const { issuerId, keyId, bundleId } = project.settings.billing.appStore;
  return { issuerId, keyId, bundleId, privateKey };
}

/** Undefined where `requirePurchaseKey` would throw. */
export async function findPurchaseKey(
  app: Pick<App, "db" | "secretBox">,
  project: Project,
): Promise<AppStoreKey | undefined> {
  try {
    return await requirePurchaseKey(app, project);
  } catch (error) {
    if (error instanceof AppError && error.reason === "STORE_NOT_CONFIGURED") return undefined;
    throw error;
  }
}

/** Paths of what asking the App Store takes. */
export function missingForKey({ settings }: Pick<Project, "settings">, hasPrivateKey: boolean): string[] {
  const { bundleId, issuerId, keyId } = settings.billing.appStore;
  const parts = { bundle_id: bundleId, issuer_id: issuerId, key_id: keyId, private_key: hasPrivateKey };
  return Object.entries(parts).flatMap(([name, part]) => (part ? [] : [`billing.app_store.${name}`]));
}

export function notConfigured(missing: readonly string[]): AppError {
  const names = missing.join(", ");
  return new AppError("STORE_NOT_CONFIGURED", names, { store: "app_store", missing: names });
}
