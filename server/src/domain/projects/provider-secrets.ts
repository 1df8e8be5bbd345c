import type { App } from "../../app.ts";
import type { SealedPlace } from "../../crypto/secret-box.ts";
import { invalidRequest } from "../../errors.ts";
import type { Millis } from "../../storage/db.ts";
import {
  deleteProviderSecret,
  findProviderSecret,
  listProviderSecretTimes,
  putProviderSecret,
} from "../../storage/provider-secrets.ts";
import { storeSecrets } from "../billing/stores.ts";
import { applePrivateKey, printable } from "./secret-checks.ts";

type ProviderSecret = Readonly<{
  name: string;
  /** As in the contract and in a spec, below `settings`; and the flag that tells whether one is stored. */
  path: string;
  presence: string;
  about: string;
  check: (secret: string) => string | undefined;
}>;

/** Write-only secrets: no call returns them. */
export const providerSecrets = [
  {
    name: "google_web_client_secret",
    path: "google.web_client_secret",
    presence: "google.has_web_client_secret",
    about: "Secret of the web client, for sign-in in a browser.",
    check: printable,
  },
  {
    name: "apple_private_key",
    path: "apple.private_key",
    presence: "apple.has_key",
    about: "The sign-in key: the text of Apple's .p8 file.",
    check: applePrivateKey,
  },
  ...storeSecrets,
] as const satisfies readonly ProviderSecret[];

export type ProviderSecretName = (typeof providerSecrets)[number]["name"];
export type ProviderSecretPath = (typeof providerSecrets)[number]["path"];

/** New secrets by path; an empty text deletes the stored one. */
export type SecretChanges = ReadonlyMap<ProviderSecretPath, string>;

/** Validates secrets before anything is written. */
export function requireValidSecrets(changes: SecretChanges): void {
  for (const { path, check } of providerSecrets) {
    const secret = changes.get(path);
    const problem = secret ? check(secret) : undefined;
    if (problem !== undefined) throw invalidRequest(`settings.${path}`, problem);
  }
}

/** The secrets that differ from the stored ones. */
export async function differingSecrets(
  app: Pick<App, "db" | "secretBox">,
  projectId: string,
  changes: SecretChanges,
): Promise<SecretChanges> {
  const differing = new Map(changes);
  for (const { name, path } of providerSecrets) {
    const secret = changes.get(path);
    if (secret === undefined) continue;
    const stored = await openProviderSecret(app, projectId, name);
    if (secret === (stored ?? "")) differing.delete(path);
  }
  return differing;
}

/** Call it in the transaction of the change. */
export async function writeSecrets(
  app: Pick<App, "clock" | "db" | "secretBox">,
  projectId: string,
  changes: SecretChanges,
): Promise<void> {
  for (const { name, path } of providerSecrets) {
    const secret = changes.get(path);
    if (secret === undefined) continue;
    if (secret === "") {
      await deleteProviderSecret(app.db, projectId, name);
      continue;
    }
    const sealed = app.secretBox.seal(secret, sealedPlace(projectId, name));
    await putProviderSecret(app.db, { projectId, name, sealed, updatedAt: app.clock() });
  }
}

/** Decrypts a secret. Only the sign-in with the provider needs it. */
export async function openProviderSecret(
  app: Pick<App, "db" | "secretBox">,
  projectId: string,
  name: ProviderSecretName,
): Promise<string | undefined> {
  const sealed = await findProviderSecret(app.db, projectId, name);
  return sealed === undefined ? undefined : app.secretBox.open(sealed, sealedPlace(projectId, name));
}

/** When each secret of a project was last written, by name. */
export type StoredSecrets = ReadonlyMap<string, Millis>;

/** The stored secrets of each project. */
export async function storedSecrets(
  app: Pick<App, "db">,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, StoredSecrets>> {
  const rows = await listProviderSecretTimes(app.db, projectIds);
  const rowsOf = Map.groupBy(rows, ({ projectId }) => projectId);
  return new Map(
    projectIds.map((id) => {
      const times = (rowsOf.get(id) ?? []).map(({ name, updatedAt }) => [name, updatedAt] as const);
      return [id, new Map(times)] as const;
    }),
  );
}

function sealedPlace(projectId: string, name: ProviderSecretName): SealedPlace {
  return { table: "provider_secrets", column: "sealed", project: projectId, row: name };
}
