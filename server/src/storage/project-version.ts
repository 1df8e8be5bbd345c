import { type RawBuilder, type SqlBool, sql } from "kysely";
import { ProjectChangedError } from "../errors.ts";
import { andThen, type MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db } from "./db.ts";
import { engineOf } from "./engine.ts";
import { preparedFirst } from "./prepared.ts";
import type { ReadProject } from "./single-statements.ts";

export type { ReadProject };

/** The version of a row of `projects`, in a query that selects it. */
export function versionOfProject(db: Db): RawBuilder<string | null> {
  const { rowVersion } = engineOf(db);
  return rowVersion === undefined ? sql`null` : sql`${sql.ref(`projects.${rowVersion}`)}::text`;
}

/** In a `where`: whether the project still is as it was read. */
export function isUnchanged(db: Db, by: { projectId: string; version: string | null }): RawBuilder<SqlBool> {
  const { rowVersion } = engineOf(db);
  if (rowVersion === undefined) return sql`true`;
  return sql`(${by.version}::text is null or exists (
    select 1 from projects where projects.id = ${by.projectId}
    and ${sql.ref(`projects.${rowVersion}`)}::text = ${by.version} and projects.deleted_at is null))`;
}

const unchanged = preparedFirst((db, by: { projectId: string; version: string | null }) =>
  db
    .selectFrom("projects")
    .select("projects.id")
    .where("projects.id", "=", by.projectId)
    .where(isUnchanged(db, by)),
);

/** Fails if the project has changed since it was read: for an answer that no other statement has compared it for. */
export function requireUnchanged(db: Db, { id, version }: ReadProject): MaybePromise<void> {
  if (version === undefined || version === null) return;
  return andThen(unchanged(db, { projectId: id, version }), (row) => {
    if (!row) throw new ProjectChangedError(id);
  });
}
