import type { DescMethod, DescService, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { MaybePromise } from "../runtime/maybe-promise.ts";
import type { CallContext } from "./context.ts";

/**
 * Who may call a method.
 * - `open`: anyone
 * - `publishable-key`: an app, by the project's `pk_`
 * - `user`: a signed-in user, by the `pk_` and their access token
 * - `user-if-any`: an app, by the `pk_`; a signed-in user too, if there is one
 * - `secret-key`: a backend, by the project's `sk_`
 * - `admin`: an administrator, by cookie session or `svc_pat_`
 * - `own-site`: anyone, but a browser only from a page of this server; the method sets or clears the cookie
 */
export type Access =
  | "open"
  | "publishable-key"
  | "user"
  | "user-if-any"
  | "secret-key"
  | "admin"
  | "own-site";

/** The handlers of a service. A method left out answers UNIMPLEMENTED, behind the same guard. */
export type Handlers<S extends DescService> = {
  [K in keyof S["method"]]?: (
    request: MessageShape<S["method"][K]["input"]>,
    context: CallContext,
  ) => MaybePromise<MessageInitShape<S["method"][K]["output"]>>;
};

/** For every method of the service, so that none can be forgotten. */
export type AccessTable<S extends DescService> = { [K in keyof S["method"]]: Access };

export type Route = {
  readonly path: string;
  readonly method: DescMethod;
  readonly access: Access;
  readonly maxRequestBytes: number;
  readonly handle: ((request: never, context: CallContext) => unknown) | undefined;
};

export type Routes = ReadonlyMap<string, Route>;

const DEFAULT_MAX_REQUEST_BYTES = 64 * 1024;

export type Handle = NonNullable<Route["handle"]>;

export class RouteTable {
  readonly routes = new Map<string, Route>();
  readonly services: DescService[] = [];
  readonly #wrap: (method: DescMethod, handle: Handle) => Handle;

  /** `wrap` goes around every handler, whoever calls it: the wire or a page. */
  constructor(wrap: (method: DescMethod, handle: Handle) => Handle = (_method, handle) => handle) {
    this.#wrap = wrap;
  }

  add<S extends DescService>(
    service: S,
    access: AccessTable<S>,
    handlers: Handlers<S>,
    maxRequestBytes: { [K in keyof S["method"]]?: number } = {},
  ): void {
    this.services.push(service);
    for (const method of service.methods) {
      if (method.methodKind !== "unary") continue;
      const name = method.localName as keyof S["method"];
      const declared = access[name];
      // The types say so too, but a server that guesses must not start.
      if (!declared) throw new Error(`${service.typeName}.${method.name} declares no access`);
      const handle = handlers[name] as Route["handle"];
      const path = `/${service.typeName}/${method.name}`;
      this.routes.set(path, {
        path,
        method,
        access: declared,
        maxRequestBytes: maxRequestBytes[name] ?? DEFAULT_MAX_REQUEST_BYTES,
        handle: handle && this.#wrap(method, handle),
      });
    }
  }
}
