import { ProjectChangedError } from "../../errors.ts";
import type { CallContext, Handle } from "../context.ts";

/** Runs the handler again when a statement found that the project has changed since an earlier call read it. */
export function withChangedProject<Request>(
  handle: Handle<Request, CallContext>,
): Handle<Request, CallContext> {
  return (request, context) => {
    const again = async (error: unknown): Promise<unknown> => {
      if (!(error instanceof ProjectChangedError) || !context.readChangedProject) throw error;
      context.project = await context.readChangedProject();
      return handle(request, context);
    };
    const handling = handle(request, context);
    return handling instanceof Promise ? handling.catch(again) : handling;
  };
}
