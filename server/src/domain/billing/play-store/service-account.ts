import type { App } from "../../../app.ts";
import { readServiceAccount } from "../../../crypto/google-service-account.ts";
import { AppError } from "../../../errors.ts";
import type { Project } from "../../projects/project.ts";
import type { ProjectDetails } from "../../projects/project-details.ts";
import { openProviderSecret } from "../../projects/provider-secrets.ts";
import type { ServiceAccount } from "./client.ts";

/** What opens the Play Developer API for one app. */
export type PlayAccess = Readonly<{ account: ServiceAccount; packageName: string }>;

const PACKAGE_NAME = "billing.play_store.package_name";
const SERVICE_ACCOUNT = "billing.play_store.service_account";

export function missingOfPlay({ settings, secrets }: Pick<ProjectDetails, "settings" | "secrets">): string[] {
  return missing(settings.billing.playStore.packageName, secrets.has("play_store_service_account"));
}

export async function requirePlayAccess(
  app: Pick<App, "db" | "secretBox">,
  project: Project,
): Promise<PlayAccess> {
  const { packageName } = project.settings.billing.playStore;
  const text = await openProviderSecret(app, project.id, "play_store_service_account");
  const account = text === undefined ? undefined : readServiceAccount(text);
  if (account === undefined || packageName === "") {
    throw notConfigured(missing(packageName, account !== undefined));
  }
  return { account, packageName };
}

export function notConfigured(paths: readonly string[]): AppError {
  const names = paths.join(", ");
  return new AppError("STORE_NOT_CONFIGURED", names, { store: "play_store", missing: names });
}

function missing(packageName: string, hasAccount: boolean): string[] {
  return [...(packageName === "" ? [PACKAGE_NAME] : []), ...(hasAccount ? [] : [SERVICE_ACCOUNT])];
}
