import type { App } from "../../app.ts";
import { requireRight } from "../../domain/admins/require-right.ts";
import type { Needs } from "../../domain/admins/rights.ts";
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
    const right = await requireRight(app, context.adminCredential.rights, needed, request.project ?? "");
    // By its id from here on: the slug may be given to another project while the call runs.
    if (right.projectId !== undefined) request.project = right.projectId;
    return handle(request as never, Object.assign(context, { right }) as never);
  };
  return authorise as Handle<never, never>;
}
