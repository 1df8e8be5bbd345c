import type { Db, Millis, ThemeRevisionRow } from "./db.ts";

export function findNewestThemeRevision(db: Db, projectId: string): Promise<ThemeRevisionRow | undefined> {
  return newestFirst(db, projectId).limit(1).executeTakeFirst();
}

export function findThemeRevision(
  db: Db,
  projectId: string,
  id: string,
): Promise<ThemeRevisionRow | undefined> {
  return db
    .selectFrom("themeRevisions")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Newest first, before the given moment. */
export function listThemeRevisions(
  db: Db,
  projectId: string,
  limit: number,
  before?: Millis,
): Promise<ThemeRevisionRow[]> {
  let query = newestFirst(db, projectId).limit(limit);
  if (before !== undefined) query = query.where("createdAt", "<", before);
  return query.execute();
}

export async function insertThemeRevision(db: Db, revision: ThemeRevisionRow): Promise<void> {
  await db.insertInto("themeRevisions").values(revision).execute();
}

/** Deletes what is older than the newest `keep`. */
export async function deleteOldThemeRevisions(db: Db, projectId: string, keep: number): Promise<void> {
  await db
    .deleteFrom("themeRevisions")
    .where("projectId", "=", projectId)
    .where("createdAt", "<", (revision) =>
      revision
        .selectFrom("themeRevisions")
        .select("createdAt")
        .where("projectId", "=", projectId)
        .orderBy("createdAt", "desc")
        .limit(1)
        .offset(keep - 1),
    )
    .execute();
}

function newestFirst(db: Db, projectId: string) {
  return db
    .selectFrom("themeRevisions")
    .selectAll()
    .where("projectId", "=", projectId)
    .orderBy("createdAt", "desc");
}
