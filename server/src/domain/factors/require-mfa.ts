import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";

export function requireMfa({ settings }: Pick<Project, "settings">, user?: Pick<User, "guestSince">): void {
  if (settings.mfa.policy === "off") throw new AppError("MFA_DISABLED", "off");
  if (user && user.guestSince !== null) throw new AppError("MFA_DISABLED", "a guest");
}
