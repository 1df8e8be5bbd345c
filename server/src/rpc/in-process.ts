import { create, type DescMethodUnary, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";
import type { App } from "../app.ts";
import { AppError } from "../errors.ts";
import type { CallContext } from "./context.ts";
import { guard } from "./guards/guard.ts";
import type { Routes } from "./route.ts";

/** On whose behalf a page calls: the project, if it has one, by its publishable key, the person by their address. */
export type PageCaller = { publishableKey?: string; clientIp: string; userAgent: string };

/** Calls a public method as a client would, guards and limits included, without the wire in between. */
export type InProcess = <M extends DescMethodUnary>(
  method: M,
  request: MessageInitShape<M["input"]>,
  caller: PageCaller,
) => Promise<MessageShape<M["output"]>>;

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
      signal: new AbortController().signal,
      responseHeaders: {},
    };
    const { publishableKey } = caller;
    const headers = publishableKey ? { "x-svc-key": publishableKey } : {};
    const call = await guard(app, route.access, headers, context);
    const message = create(method.input, request);
    return create(method.output, (await route.handle(message as never, call)) as never) as never;
  };
}
