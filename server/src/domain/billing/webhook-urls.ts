import type { App } from "../../app.ts";
import { newToken } from "../../crypto/random-token.ts";
import { lockProject } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { projectNotFoundError, requireProjectNamed } from "../projects/find-project.ts";
import { type Project, readProject } from "../projects/project.ts";
import { openProviderSecret, type ProviderSecretPath } from "../projects/provider-secrets.ts";
import { saveProject, stateOf } from "../projects/save-project.ts";

export type WebhookUrls = Readonly<{ appStoreUrl: string; playStoreUrl: string; stripeUrl: string }>;

type UrlsApp = Pick<App, "baseUrl" | "clock" | "db" | "newId" | "secretBox">;

/** The parts of the addresses that nobody can guess. */
const secretParts = [
  { name: "app_store_notification_secret", path: "billing.app_store.notification_secret" },
  { name: "play_store_rtdn_secret", path: "billing.play_store.rtdn_secret" },
] as const;

type SecretPart = (typeof secretParts)[number]["path"];

/**
 * Where the stores send their notifications. Apple and Google get an address that nobody can guess; its
 * secret part is made when there is none yet.
 */
export async function webhookUrls(app: UrlsApp, by: Actor, slugOrId: string): Promise<WebhookUrls> {
  const { id } = await requireProjectNamed(app, slugOrId);
  return transact(app, async (app) => {
    const row = await lockProject(app.db, { id });
    if (!row) throw projectNotFoundError(slugOrId);
    const project = readProject(row);
    const stored = await storedParts(app, id);
    const made = new Map<ProviderSecretPath, string>(
      secretParts.flatMap(({ path }) => (stored.has(path) ? [] : [[path, newToken()] as const])),
    );
    await saveProject(app, by, project, stateOf(project), made);
    await recordEvent(app, { kind: "admin.webhook_urls_read", projectId: id, by });
    return addressesOf(app, project, new Map([...stored, ...made]));
  });
}

/** The secret parts that there are, by path. */
export async function storedParts(
  app: Pick<App, "db" | "secretBox">,
  projectId: string,
): Promise<Map<ProviderSecretPath, string>> {
  const stored = new Map<ProviderSecretPath, string>();
  for (const { name, path } of secretParts) {
    const secret = await openProviderSecret(app, projectId, name);
    if (secret !== undefined) stored.set(path, secret);
  }
  return stored;
}

/** The paths of those that are not among these. */
export function missingParts(parts: ReadonlyMap<ProviderSecretPath, string>): SecretPart[] {
  return secretParts.flatMap(({ path }) => (parts.get(path) ? [] : [path]));
}

export function addressesOf(
  { baseUrl }: Pick<App, "baseUrl">,
  { slug }: Pick<Project, "slug">,
  parts: ReadonlyMap<ProviderSecretPath, string>,
): WebhookUrls {
  const [apple, google] = secretParts.map(({ path }) => parts.get(path));
  return {
    appStoreUrl: `${baseUrl}/webhooks/apple/${slug}/${apple}`,
    playStoreUrl: `${baseUrl}/webhooks/google/${slug}/${google}`,
    stripeUrl: `${baseUrl}/webhooks/stripe/${slug}`,
  };
}
