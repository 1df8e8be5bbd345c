import type { AdminRoleRow, Db } from "./db.ts";
import { engineOf } from "./engine.ts";

/** The roles of an administrator, of the instance and of all projects. */
export async function findAdminRoles(db: Db, adminId: string): Promise<AdminRoleRow[]> {
  return db.selectFrom("adminRoles").selectAll().where("adminId", "=", adminId).execute();
}

export async function listAdminRoles(db: Db): Promise<AdminRoleRow[]> {
  return db.selectFrom("adminRoles").selectAll().orderBy("adminId").orderBy("projectId").execute();
}

/** The role on the instance and, if one is given, in the project. They stay so until the transaction ends. */
export async function holdAdminRoles(
  db: Db,
  adminId: string,
  projectId: string | undefined,
): Promise<AdminRoleRow[]> {
  return db
    .selectFrom("adminRoles")
    .selectAll()
    .where("adminId", "=", adminId)
    .where("projectId", "in", projectId === undefined ? [""] : ["", projectId])
    .modifyEnd(engineOf(db).rowLock("for share"))
    .execute();
}

export async function writeAdminRole(db: Db, row: AdminRoleRow): Promise<void> {
  await db
    .insertInto("adminRoles")
    .values(row)
    .onConflict((conflict) => conflict.columns(["adminId", "projectId"]).doUpdateSet({ role: row.role }))
    .execute();
}

export async function deleteAdminRole(db: Db, adminId: string, projectId: string): Promise<void> {
  await db
    .deleteFrom("adminRoles")
    .where("adminId", "=", adminId)
    .where("projectId", "=", projectId)
    .execute();
}

export async function deleteRolesInProject(db: Db, projectId: string): Promise<void> {
  await db.deleteFrom("adminRoles").where("projectId", "=", projectId).execute();
}

/** The administrators whose role on the instance is this one. */
export async function listAdminsWithRole(db: Db, role: string): Promise<string[]> {
  const rows = await db
    .selectFrom("adminRoles")
    .select("adminId")
    .where("projectId", "=", "")
    .where("role", "=", role)
    .execute();
  return rows.map(({ adminId }) => adminId);
}
