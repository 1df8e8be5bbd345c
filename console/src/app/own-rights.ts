import { useQuery } from "@connectrpc/connect-query";
import { AdminRole } from "@svc/proto/svc/admin/v1/admin_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import type { Needs } from "../components/rights.tsx";
import { roles as text } from "../strings/roles.ts";
import { useProjectSlug } from "./current-project.ts";

/** The roles that are enough. */
const ENOUGH: Readonly<Record<Needs, readonly AdminRole[]>> = {
  owner: [],
  administrator: [AdminRole.ADMINISTRATOR],
  support: [AdminRole.ADMINISTRATOR, AdminRole.SUPPORT],
};

/** What the administrator may do in the project of the address. Nothing until the server has said it. */
export function useOwnRights(): (needs: Needs) => boolean {
  const { data } = useQuery(SessionService.method.getCurrentAdmin, {});
  const slug = useProjectSlug();
  const roles = data?.roles ?? [];
  const isOwner = roles.some(({ project, role }) => project === "" && role === AdminRole.OWNER);
  const here = roles.find(({ project, projectId }) => project !== "" && [project, projectId].includes(slug));
  return (needs) => isOwner || (here !== undefined && ENOUGH[needs].includes(here.role));
}

/** The role in the project of the address, in words, of somebody who may not do everything there. */
export function useLimitedRole(): string | undefined {
  const { data } = useQuery(SessionService.method.getCurrentAdmin, {});
  const slug = useProjectSlug();
  const roles = data?.roles ?? [];
  if (roles.some(({ role }) => role === AdminRole.OWNER)) return undefined;
  const here = roles.find(({ project, projectId }) => project !== "" && [project, projectId].includes(slug));
  if (here?.role === AdminRole.SUPPORT) return text.names.support;
  return here?.role === AdminRole.VIEWER ? text.names.viewer : undefined;
}
