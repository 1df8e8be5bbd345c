import type { App } from "../../app.ts";
import { newToken } from "../../crypto/random-token.ts";
import { lockProject } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { projectNotFound, requireProjectNamed } from "../projects/find-project.ts";
import { readProject } from "../projects/project.ts";
import {
  openProviderSecret,
  type ProviderSecretName,
  type ProviderSecretPath,
} from "../projects/provider-secrets.ts";
import { saveProject, stateOf } from "../projects/save-project.ts";

export type WebhookUrls = Readonly<{ appStoreUrl: string; playStoreUrl: string; stripeUrl: string }>;

type UrlsApp = Pick<App, "baseUrl" | "clock" | "db" | "newId" | "secretBox">;

/**
 * Where the stores send their notifications. Apple and Google get an address that nobody can guess; its
 * secret part is made when there is none yet.
 */
export async function webhookUrls(app: UrlsApp, by: Actor, slugOrId: string): Promise<WebhookUrls> {
  const { id } = await requireProjectNamed(app, slugOrId);
  return transact(app, async (app) => {
    const row = await lockProject(app.db, { id });
    if (!row) throw projectNotFound(slugOrId);
    const project = readProject(row);
    const made = new Map<ProviderSecretPath, string>();
    const secretOf = async (name: ProviderSecretName, path: ProviderSecretPath): Promise<string> => {
      const stored = await openProviderSecret(app, id, name);
      if (stored !== undefined) return stored;
      const secret = newToken();
      made.set(path, secret);
      return secret;
    };
    const apple = await secretOf("app_store_notification_secret", "billing.app_store.notification_secret");
    const google = await secretOf("play_store_rtdn_secret", "billing.play_store.rtdn_secret");
    await saveProject(app, by, project, stateOf(project), made);
    await recordEvent(app, { kind: "admin.webhook_urls_read", projectId: id, by });
    return {
      appStoreUrl: `${app.baseUrl}/webhooks/apple/${project.slug}/${apple}`,
      playStoreUrl: `${app.baseUrl}/webhooks/google/${project.slug}/${google}`,
      stripeUrl: `${app.baseUrl}/webhooks/stripe/${project.slug}`,
    };
  });
}
