import type { App } from "../../app.ts";
import { requireProjectNamed } from "../projects/find-project.ts";
import { type Needs, type Right, type Rights, requireRights } from "./rights.ts";

/** The right to make a call in the project that it names, or an error. What is not of a project names none. */
export async function requireRight(
  app: Pick<App, "db">,
  rights: Rights,
  needs: Needs,
  named: string,
): Promise<Right> {
  const isOfProject = !/^(self|owner):/.test(needs);
  if (!isOfProject || (rights.isOwner && rights.limits?.projectIds === undefined)) {
    requireRights(rights, needs);
    return { needs };
  }
  const { id } = await requireProjectNamed(app, named);
  requireRights(rights, needs, { id, named });
  return { needs, projectId: id };
}
