import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ProjectSchema } from "@svc/proto/svc/admin/v1/project_pb";
import type { App } from "../../app.ts";
import type { Project } from "../../domain/projects/project.ts";
import { issuerOf, jwksUrlOf } from "../../domain/projects/urls.ts";

export function encodeProject(
  app: Pick<App, "baseUrl">,
  project: Project,
): MessageInitShape<typeof ProjectSchema> {
  return {
    id: project.id,
    slug: project.slug,
    name: project.name,
    publishableKey: project.publishableKey,
    issuer: issuerOf(app, project),
    jwksUrl: jwksUrlOf(app, project),
    settings: project.settings,
    createdAt: timestampFromMs(project.createdAt),
    updatedAt: timestampFromMs(project.updatedAt),
  };
}
