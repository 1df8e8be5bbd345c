import type { App } from "../../app.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { requireProjectNamed } from "../projects/find-project.ts";
import { detailsOf, type ProjectDetails } from "../projects/project-details.ts";
import { billingEtag } from "../projects/project-etag.ts";
import { providerSecrets, type SecretChanges, type StoredSecrets } from "../projects/provider-secrets.ts";
import { requireValidState, stateOf } from "../projects/save-project.ts";
import { settingsOf } from "../projects/setting-fields.ts";
import { type ProjectUpdate, planUpdate } from "../projects/update-project.ts";
import { type CatalogImpact, catalogImpacts } from "./catalog-impacts.ts";
import type { WebhookUrls } from "./stores.ts";
import { addressesOf, missingParts, storedParts } from "./webhook-urls.ts";

/** Stands where a secret part will be. */
const NOT_MADE = "not-made-yet";

export type BillingPlan = Readonly<{
  /** As it would be. */
  project: ProjectDetails;
  changedFields: readonly string[];
  /** Undefined unless they were asked for. */
  urls: WebhookUrls | undefined;
  /** Paths of the secrets that `webhookUrls` would make. */
  secretsToMake: readonly string[];
  impacts: readonly CatalogImpact[];
  /** The version for which the plan was made. */
  etag: string;
}>;

/** What `updateProject` would change, and the addresses that `webhookUrls` would tell then. Changes nothing. */
export async function planBillingSettings(
  app: Pick<App, "baseUrl" | "clock" | "db" | "newId" | "secretBox">,
  by: Actor,
  slugOrId: string,
  update: ProjectUpdate,
  withUrls: boolean,
): Promise<BillingPlan> {
  return transact(app, async (app) => {
    const project = await requireProjectNamed(app, slugOrId);
    const { after, secrets, changedFields } = await planUpdate(app, project, update);
    requireValidState(stateOf(project), after, secrets);
    const planned = { ...project, settings: settingsOf(after.values) };
    const present = await detailsOf(app, project);

    const stored = await storedParts(app, project.id);
    if (withUrls && stored.size > 0) {
      await recordEvent(app, { kind: "admin.webhook_urls_read", projectId: project.id, by });
    }
    const parts = new Map([...stored, ...secrets]);
    const missing = missingParts(parts);
    for (const path of missing) parts.set(path, NOT_MADE);
    return {
      project: { ...present, ...planned, secrets: secretsAfter(app, present.secrets, secrets) },
      changedFields,
      urls: withUrls ? addressesOf(app, project, parts) : undefined,
      secretsToMake: missing.map((path) => `settings.${path}`),
      impacts: await catalogImpacts(app, project, planned),
      etag: billingEtag(present),
    };
  });
}

function secretsAfter(
  { clock }: Pick<App, "clock">,
  stored: StoredSecrets,
  changes: SecretChanges,
): StoredSecrets {
  const secrets = new Map(stored);
  for (const { name, path } of providerSecrets) {
    const secret = changes.get(path);
    if (secret === "") secrets.delete(name);
    else if (secret !== undefined) secrets.set(name, clock());
  }
  return secrets;
}
