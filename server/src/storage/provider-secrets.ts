import type { Db, ProviderSecretRow } from "./db.ts";

export async function putProviderSecret(db: Db, secret: ProviderSecretRow): Promise<void> {
  const { sealed, updatedAt } = secret;
  await db
    .insertInto("providerSecrets")
    .values(secret)
    .onConflict((conflict) => conflict.columns(["projectId", "name"]).doUpdateSet({ sealed, updatedAt }))
    .execute();
}

export async function deleteProviderSecret(db: Db, projectId: string, name: string): Promise<void> {
  await db
    .deleteFrom("providerSecrets")
    .where("projectId", "=", projectId)
    .where("name", "=", name)
    .execute();
}

export async function deleteProviderSecrets(db: Db, projectId: string): Promise<void> {
  await db.deleteFrom("providerSecrets").where("projectId", "=", projectId).execute();
}

export async function findProviderSecret(
  db: Db,
  projectId: string,
  name: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("providerSecrets")
    .select("sealed")
    .where("projectId", "=", projectId)
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.sealed;
}

/** Which secrets these projects have and when each was written, without the secrets. */
export async function listProviderSecretTimes(
  db: Db,
  projectIds: readonly string[],
): Promise<Array<Pick<ProviderSecretRow, "projectId" | "name" | "updatedAt">>> {
  if (projectIds.length === 0) return [];
  return db
    .selectFrom("providerSecrets")
    .select(["projectId", "name", "updatedAt"])
    .where("projectId", "in", projectIds)
    .execute();
}
