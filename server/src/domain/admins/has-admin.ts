import type { App } from "../../app.ts";
import { findAnyAdmin } from "../../storage/admins.ts";

export async function hasAdmin(app: Pick<App, "db">): Promise<boolean> {
  return (await findAnyAdmin(app.db)) !== undefined;
}
