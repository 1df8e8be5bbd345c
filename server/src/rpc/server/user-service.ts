import type { UserService } from "@svc/proto/svc/server/v1/users_pb";
import type { App } from "../../app.ts";
import { requireProject } from "../context.ts";
import type { Handlers } from "../route.ts";
import { userHandlers } from "./user-handlers.ts";

export function userService(app: App): Handlers<typeof UserService> {
  return userHandlers<object>(app, async (_request, context) => ({
    project: requireProject(context),
    by: { actor: "backend", ip: context.clientIp },
    tellsOtherProjects: true,
  }));
}
