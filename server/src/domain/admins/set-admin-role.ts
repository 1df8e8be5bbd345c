import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { deleteAdminInvitesBy } from "../../storage/admin-invites.ts";
import {
  deleteAdminRole,
  findAdminRoles,
  listAdminsWithRole,
  writeAdminRole,
} from "../../storage/admin-roles.ts";
import { findAdmin, lockAdmins } from "../../storage/admins.ts";
import type { Admin } from "../../storage/db.ts";
import { findProjectBySlugOrId, lockProject } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { projectNotFoundError } from "../projects/find-project.ts";
import { holdRecentSignIn } from "./recent-sign-in.ts";
import { requireRolesKnown } from "./require-roles-known.ts";
import type { Role } from "./rights.ts";
import { requireGrant } from "./role-grants.ts";

type RoleApp = Pick<App, "clock" | "db" | "newId" | "upgrade">;
type Place = Readonly<{ id: string; slug: string }>;

const INSTANCE: Place = { id: "", slug: "" };

/** Gives an administrator a role on the instance or in one project, or with `none` takes it away. */
export async function setAdminRole(
  app: RoleApp,
  input: { adminId: string; project: string; role: Role | "none" | undefined },
  by: Actor,
): Promise<Admin> {
  const { adminId, project, role } = input;
  const given = role === "none" ? role : (await requireGrant(app, { project, role })).role;
  if (given !== "owner") await requireRolesKnown(app);
  return transact(app, async (app) => {
    const admins = await lockAdmins(app.db);
    await holdRecentSignIn(app, by);
    const admin = admins.find(({ id }) => id === adminId);
    if (!admin) throw new AppError("NOT_FOUND", "no such administrator", { resource: "admin" });
    const place = project === "" ? INSTANCE : await requirePlace(app, project);
    const before = (await findAdminRoles(app.db, adminId)).find(({ projectId }) => projectId === place.id);
    const data = {
      adminId,
      email: admin.email,
      project: place.slug,
      before: before?.role ?? "none",
      after: given,
    };
    // Before the change: who gives up the own role may not do this afterwards.
    await recordEvent(app, { kind: "admin.role_changed", projectId: null, by, data });
    if (given === "none") await takeRole(app, admin, place);
    else await writeAdminRole(app.db, { adminId, projectId: place.id, role: given });
    return requireAdmin(await findAdmin(app.db, adminId));
  });
}

/** The project, which cannot be deleted before the transaction ends. */
async function requirePlace(app: RoleApp, named: string): Promise<Place> {
  const found = await findProjectBySlugOrId(app.db, named);
  const project = found && (await lockProject(app.db, { id: found.id }));
  if (!project) throw projectNotFoundError(named);
  return project;
}

async function takeRole(app: RoleApp, admin: Pick<Admin, "id" | "email">, place: Place): Promise<void> {
  await deleteAdminRole(app.db, admin.id, place.id);
  if (place !== INSTANCE) return;
  await requireOwnerLeft(app);
  await deleteAdminInvitesBy(app.db, admin.email);
}

/** Call it in a transaction that holds all administrators, after the change. */
export async function requireOwnerLeft(app: Pick<App, "db">): Promise<void> {
  if ((await listAdminsWithRole(app.db, "owner")).length === 0) throw new AppError("LAST_ADMIN");
}

function requireAdmin(admin: Admin | undefined): Admin {
  if (!admin) throw new AppError("NOT_FOUND", "removed meanwhile", { resource: "admin" });
  return admin;
}
