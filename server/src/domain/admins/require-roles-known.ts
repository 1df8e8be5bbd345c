import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";

/**
 * Throws while replicas of 0.1 may run beside this one. They know neither roles nor limits of tokens, so an administrator who has some
 * would be an owner there.
 */
export async function requireRolesKnown(app: Pick<App, "db" | "upgrade">): Promise<void> {
  if (!(await app.upgrade.isFinished(app))) throw new AppError("UPGRADE_UNFINISHED");
}
