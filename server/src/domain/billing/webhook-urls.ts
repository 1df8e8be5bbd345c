import type { App } from "../../app.ts";
import { newToken } from "../../crypto/random-token.ts";
import { lockProject } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { projectNotFoundError, requireProjectNamed } from "../projects/find-project.ts";
import { type Project, readProject } from "../projects/project.ts";
import { openProviderSecret, type ProviderSecretPath } from "../projects/provider-secrets.ts";
import { saveProject, stateOf } from "../projects/save-project.ts";
import { joined, stores, type WebhookSecret, type WebhookUrls } from "./stores.ts";

type UrlsApp = Pick<App, "baseUrl" | "clock" | "configuredSmtp" | "db" | "newId" | "secretBox">;

/** The parts of the addresses that nobody can guess. */
const secretParts = stores.flatMap(({ webhook }) => webhook.secret ?? []);

/**
 * Where the stores send their notifications. Some get an address that nobody can guess; its secret part is
 * made when there is none yet.
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
export function missingParts(parts: ReadonlyMap<ProviderSecretPath, string>): WebhookSecret["path"][] {
  return secretParts.flatMap(({ path }) => (parts.get(path) ? [] : [path]));
}

export function addressesOf(
  { baseUrl }: Pick<App, "baseUrl">,
  { slug }: Pick<Project, "slug">,
  parts: ReadonlyMap<ProviderSecretPath, string>,
): WebhookUrls {
  return joined<WebhookUrls>(({ webhook: { urlKey, path, secret, details } }) => {
    const secretPart = secret ? `/${parts.get(secret.path)}` : "";
    const url = `${baseUrl}/webhooks/${path}/${slug}${secretPart}`;
    return { ...(urlKey && { [urlKey]: url }), ...details };
  });
}
