import type { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import type { App } from "../../app.ts";
import { createProject } from "../../domain/projects/create-project.ts";
import { requireProjectNamed } from "../../domain/projects/find-project.ts";
import { listProjects } from "../../domain/projects/list-projects.ts";
import { adminActor } from "../context.ts";
import type { Handlers } from "../route.ts";
import { encodeProject } from "./encode.ts";

export function projectService(app: App): Handlers<typeof ProjectService> {
  return {
    async createProject(request, context) {
      const { project, secretKey } = await createProject(app, adminActor(context), request);
      return { project: encodeProject(app, project), secretKey };
    },

    async getProject(request) {
      return { project: encodeProject(app, await requireProjectNamed(app, request.project)) };
    },

    async listProjects(request) {
      const page = await listProjects(app, request);
      return {
        projects: page.items.map((project) => encodeProject(app, project)),
        nextPageToken: page.nextPageToken,
      };
    },
  };
}
