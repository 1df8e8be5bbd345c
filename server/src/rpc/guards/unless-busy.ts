import type { App } from "../../app.ts";
import type { Handle } from "../route.ts";

/**
 * For a method that hashes a password. In a storm, whoever would be refused for want of a free core is
 * refused before anything is asked of the database or counted in it.
 */
export function unlessBusy({ passwords }: Pick<App, "passwords">, handle: Handle): Handle {
  return async (request, context) => {
    passwords.refuseIfBusy();
    return handle(request, context);
  };
}
