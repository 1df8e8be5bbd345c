import type { App } from "../../app.ts";
import { type Needs, type Right, requireRights, roleIn } from "../../domain/admins/rights.ts";
import { projectNotFoundError } from "../../domain/projects/find-project.ts";
import { findProjectBySlugOrId } from "../../storage/projects.ts";
import type { AdminCall, Handle } from "../context.ts";

/** What the row of an administrator's method says about rights. */
export type RowNeeds<Request> = Needs | ((request: Request) => Needs) | "checked-by-use-case";

type MayNameProject = { project?: string };

/** Lets the call through to the handler if the administrator has the rights that the row demands. */
export function authorised(
  app: Pick<App, "db">,
  needs: RowNeeds<never>,
  handle: Handle<never, never>,
): Handle<never, never> {
  if (needs === "checked-by-use-case") return handle;
  const authorise = async (request: MayNameProject, context: AdminCall): Promise<unknown> => {
    const needed = typeof needs === "function" ? needs(request as never) : needs;
    const right = await requireRight(app, context, needed, request);
    return handle(request as never, Object.assign(context, { right }) as never);
  };
  return authorise as Handle<never, never>;
}

async function requireRight(
  app: Pick<App, "db">,
  { adminCredential: { rights } }: AdminCall,
  needs: Needs,
  request: MayNameProject,
): Promise<Right> {
  const isOfProject = !/^(self|owner):/.test(needs);
  if (!isOfProject || (rights.isOwner && rights.limits?.projectIds === undefined)) {
    requireRights(rights, needs);
    return { needs };
  }
  const named = request.project ?? "";
  const project = await findProjectBySlugOrId(app.db, named);
  if (!project || roleIn(rights, project.id) === undefined) throw projectNotFoundError(named);
  requireRights(rights, needs, { id: project.id, named });
  // By its id from here on: the slug may be given to another project while the call runs.
  request.project = project.id;
  return { needs, projectId: project.id };
}
