import type { Db, Millis, ProjectRow } from "./db.ts";

export function findProject(db: Db, id: string): Promise<ProjectRow | undefined> {
  return db.selectFrom("projects").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findProjectByPublishableKey(db: Db, publishableKey: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom("projects")
    .selectAll()
    .where("publishableKey", "=", publishableKey)
    .executeTakeFirst();
}

export function findProjectBySecretKeyHash(db: Db, hash: string): Promise<ProjectRow | undefined> {
  return db.selectFrom("projects").selectAll().where("secretKeyHash", "=", hash).executeTakeFirst();
}

export function findProjectBySlug(db: Db, slug: string): Promise<ProjectRow | undefined> {
  return db.selectFrom("projects").selectAll().where("slug", "=", slug).executeTakeFirst();
}

export function findProjectBySlugOrId(db: Db, slugOrId: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom("projects")
    .selectAll()
    .where((row) => row.or([row("slug", "=", slugOrId), row("id", "=", slugOrId)]))
    .executeTakeFirst();
}

/** Newest first, after the given project. */
export function listProjects(
  db: Db,
  limit: number,
  after?: { createdAt: number; id: string },
): Promise<ProjectRow[]> {
  let query = db.selectFrom("projects").selectAll();
  if (after) {
    query = query.where((row) =>
      row.or([
        row("createdAt", "<", after.createdAt),
        row.and([row("createdAt", "=", after.createdAt), row("id", "<", after.id)]),
      ]),
    );
  }
  return query.orderBy("createdAt", "desc").orderBy("id", "desc").limit(limit).execute();
}

/** Returns undefined when the slug is taken. */
export function insertProject(db: Db, project: ProjectRow): Promise<ProjectRow | undefined> {
  return db
    .insertInto("projects")
    .values(project)
    .onConflict((conflict) => conflict.column("slug").doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function updateProjectSettings(
  db: Db,
  id: string,
  settings: string,
  now: Millis,
): Promise<ProjectRow | undefined> {
  return db
    .updateTable("projects")
    .set({ settings, updatedAt: now })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

export function listAllProjects(db: Db): Promise<ProjectRow[]> {
  return db.selectFrom("projects").selectAll().orderBy("id").execute();
}
