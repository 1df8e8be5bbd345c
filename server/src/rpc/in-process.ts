import { create } from "@bufbuild/protobuf";
import type { App } from "../app.ts";
import { AppError } from "../errors.ts";
import type { InProcess } from "../wire/in-process.ts";
import type { CallContext } from "./context.ts";
import { guard } from "./guards/guard.ts";
import type { Routes } from "./route.ts";

export function inProcess(
  app: Pick<App, "baseUrl" | "clock" | "db" | "newId" | "rateLimits" | "signer">,
  routes: Routes,
): InProcess {
  return async (method, request, caller) => {
    const route = routes.get(`/${method.parent.typeName}/${method.name}`);
    if (!route?.handle) throw new AppError("UNIMPLEMENTED", method.name);
    const context: CallContext = {
      requestId: app.newId(),
      clientIp: caller.clientIp,
      userAgent: caller.userAgent,
      acceptLanguage: caller.acceptLanguage ?? "",
      signal: new AbortController().signal,
      responseHeaders: {},
    };
    const { publishableKey } = caller;
    const headers = publishableKey ? { "x-svc-key": publishableKey } : {};
    const call = await guard(app, route.access, headers, context, route.comparesProject);
    const message = create(method.input, request);
    return create(method.output, (await route.handle(message as never, call)) as never) as never;
  };
}
