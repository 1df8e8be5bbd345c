import type { App } from "../../app.ts";
import type { BackendCall } from "../context.ts";
import type { ServerUserHandlers } from "../methods/server.ts";
import { backendScope } from "./backend-scope.ts";
import { userHandlers } from "./user-handlers.ts";

export function userService(app: App): ServerUserHandlers {
  return userHandlers(app, (_request: object, context: BackendCall) => backendScope(context));
}
