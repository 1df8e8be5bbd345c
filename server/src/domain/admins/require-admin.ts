import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { findAdminByEmail } from "../../storage/admins.ts";
import type { Admin } from "../../storage/db.ts";
import { requireEmail } from "../accounts/email.ts";

export async function requireAdmin(app: Pick<App, "db">, email: string): Promise<Admin> {
  const admin = await findAdminByEmail(app.db, requireEmail(email));
  if (!admin) throw new AppError("NOT_FOUND", "no such administrator", { resource: "admin" });
  return admin;
}
