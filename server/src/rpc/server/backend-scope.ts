import type { UserScope } from "../../domain/users/scope.ts";
import type { BackendCall } from "../context.ts";

/** The project whose secret key the caller has, with the backend as the one who acts. */
export function backendScope({ project, clientIp, userAgent }: BackendCall): UserScope {
  return { project, by: { actor: "backend", ip: clientIp, userAgent }, tellsOtherProjects: true };
}
