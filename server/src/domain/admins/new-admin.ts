import type { App } from "../../app.ts";
import type { Admin } from "../../storage/db.ts";

export function newAdmin(app: Pick<App, "clock" | "newId">, email: string, passwordHash: string): Admin {
  const now = app.clock();
  return { id: app.newId(), email, passwordHash, createdAt: now, updatedAt: now, lastLoginAt: null };
}
