import type { Project } from "@svc/proto/svc/admin/v1/project_pb";

/** The address that the server is known by, which need not be the one in the browser. */
export function baseUrlOf({ issuer, slug }: Pick<Project, "issuer" | "slug">): string {
  return issuer.slice(0, -`/p/${slug}`.length);
}
