import { AppError } from "../../errors.ts";
import type { Project } from "../projects/project.ts";

/** A project that sells nothing has no subscriptions to ask about. */
export function requireBilling(project: Project): Project {
  if (!project.settings.billing.enabled) throw new AppError("BILLING_DISABLED", project.slug);
  return project;
}
