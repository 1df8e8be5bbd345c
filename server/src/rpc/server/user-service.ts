import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { App } from "../../app.ts";
import { listUserChanges } from "../../domain/user-data/list-user-changes.ts";
import type { BackendCall } from "../context.ts";
import type { ServerUserHandlers } from "../methods/server.ts";
import { backendScope } from "./backend-scope.ts";
import { userHandlers } from "./user-handlers.ts";

export function userService(app: App): ServerUserHandlers {
  return {
    ...userHandlers(app, (_request: object, context: BackendCall) => backendScope(context)),

    async listUserChanges(request, { project }) {
      const { changes, ...rest } = await listUserChanges(app, project, request);
      return {
        ...rest,
        changes: changes.map(({ at, ...change }) => ({ ...change, time: timestampFromMs(at) })),
      };
    },
  };
}
