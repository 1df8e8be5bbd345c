import type { Db, Millis, ProjectRow } from "./db.ts";
import { engineOf } from "./engine.ts";
import { preparedFirst } from "./prepared.ts";
import { versionOfProject } from "./project-version.ts";

export function findProject(db: Db, id: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom("projects")
    .selectAll()
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
}

/**
 * Returns the project and locks the row: no other transaction can change it until this one ends. A stronger lock
 * would also block its users' sign-ins.
 */
export function lockProject(db: Db, by: { id: string } | { slug: string }): Promise<ProjectRow | undefined> {
  let query = db.selectFrom("projects").selectAll().where("deletedAt", "is", null);
  query = "id" in by ? query.where("id", "=", by.id) : query.where("slug", "=", by.slug);
  return query.modifyEnd(engineOf(db).rowLock("for no key update")).executeTakeFirst();
}

export const findProjectByPublishableKey = preparedFirst((db, by: { key: string }) =>
  db
    .selectFrom("projects")
    .selectAll()
    .select(versionOfProject(db).as("version"))
    .where("publishableKey", "=", by.key),
);

/** Also by the key before, whose end the caller has to check. */
export const findProjectBySecretKeyHash = preparedFirst((db, by: { hash: string }) =>
  db
    .selectFrom("projects")
    .selectAll()
    .select(versionOfProject(db).as("version"))
    .where((row) => row.or([row("secretKeyHash", "=", by.hash), row("oldSecretKeyHash", "=", by.hash)])),
);

export function findProjectBySlug(db: Db, slug: string): Promise<ProjectRow | undefined> {
  return db.selectFrom("projects").selectAll().where("slug", "=", slug).executeTakeFirst();
}

export function findProjectBySlugOrId(db: Db, slugOrId: string): Promise<ProjectRow | undefined> {
  return db
    .selectFrom("projects")
    .selectAll()
    .where((row) => row.or([row("slug", "=", slugOrId), row("id", "=", slugOrId)]))
    .where("deletedAt", "is", null)
    .executeTakeFirst();
}

/** The slugs of those that were not deleted, by id. */
export async function listProjectSlugs(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("projects")
    .select(["id", "slug"])
    .where("id", "in", [...new Set(ids)])
    .where("deletedAt", "is", null)
    .execute();
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

/** Newest first, after the given project; all, or only those with these ids. */
export function listProjects(
  db: Db,
  limit: number,
  after?: { createdAt: number; id: string },
  only?: readonly string[],
): Promise<ProjectRow[]> {
  let query = db.selectFrom("projects").selectAll().where("deletedAt", "is", null);
  if (only) query = query.where("id", "in", only);
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

export type ProjectChanges = Partial<
  Pick<
    ProjectRow,
    | "name"
    | "settings"
    | "secretKeyHash"
    | "secretKeyLast4"
    | "oldSecretKeyHash"
    | "oldSecretKeyLast4"
    | "oldSecretKeyUntil"
    | "updatedAt"
  >
>;

export function updateProject(db: Db, id: string, changes: ProjectChanges): Promise<ProjectRow | undefined> {
  return db
    .updateTable("projects")
    .set(changes)
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
}

export function listAllProjects(db: Db): Promise<ProjectRow[]> {
  return db.selectFrom("projects").selectAll().where("deletedAt", "is", null).orderBy("id").execute();
}

/** Hides the project from every lookup and frees its slug. Its rows are still there. */
export async function hideProject(db: Db, id: string, now: Millis): Promise<boolean> {
  const unnameable = `deleted ${id}`; // no slug and no key has a space
  const { numUpdatedRows } = await db
    .updateTable("projects")
    .set({
      deletedAt: now,
      slug: unnameable,
      publishableKey: unnameable,
      secretKeyHash: unnameable,
      oldSecretKeyHash: null,
    })
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findHiddenProject(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom("projects")
    .select("id")
    .where("deletedAt", "is not", null)
    .orderBy("deletedAt")
    .executeTakeFirst();
  return row?.id;
}
