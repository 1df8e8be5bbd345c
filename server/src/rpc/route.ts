import type { DescMethod, DescService, Registry } from "@bufbuild/protobuf";
import type { Admitted, WaitsFor } from "../runtime/admission.ts";
import type { Access, GuardedCall, Handle } from "./context.ts";
import type { AnyMethod, Handlers, Methods } from "./methods/method.ts";

export type Route = {
  readonly path: string;
  readonly method: DescMethod;
  readonly access: Access;
  readonly comparesProject: boolean;
  readonly limits: NonNullable<AnyMethod["limits"]>;
  readonly maxRequestBytes: number;
  readonly admitted: Admitted;
  /** Anybody may call it, so a place is given only to those who have sent everything. Others are proven right first. */
  readonly needsBodyFirst: boolean;
  readonly handle: Handle<never, GuardedCall> | undefined;
  /** What an Any of its messages may hold. None of ours has one; the conformance suite's have. */
  readonly registry?: Registry;
};

export type Routes = ReadonlyMap<string, Route>;

/** Puts the guards that the row asks for around its handler, whoever calls it: the wire or a page. */
export type Wrap = (row: AnyMethod, handle: Handle<never, never>) => Handle<never, never>;

const DEFAULT_MAX_REQUEST_BYTES = 64 * 1024;

export class RouteTable {
  readonly routes = new Map<string, Route>();
  readonly services: DescService[] = [];
  readonly #wrap: Wrap;

  constructor(wrap: Wrap = (_row, handle) => handle) {
    this.#wrap = wrap;
  }

  add<S extends DescService, M extends Methods<S>>(service: S, methods: M, handlers: Handlers<S, M>): void {
    this.services.push(service);
    for (const method of service.methods) {
      if (method.methodKind !== "unary") continue;
      const name = method.localName as keyof S["method"];
      const row = methods[name] as unknown as AnyMethod | undefined;
      // The types say so too, but a server that guesses must not start.
      if (!row?.access) throw new Error(`${service.typeName}.${method.name} declares no access`);
      if (isForAdmins(row) && row.needs === undefined)
        throw new Error(`${service.typeName}.${method.name} declares no rights`);
      const handle = handlers[name] as Handle<never, never> | undefined;
      const path = `/${service.typeName}/${method.name}`;
      this.routes.set(path, {
        path,
        method,
        access: row.access,
        comparesProject: row.comparesProject ?? false,
        limits: row.limits ?? [],
        maxRequestBytes: row.maxRequestBytes ?? DEFAULT_MAX_REQUEST_BYTES,
        admitted: { priority: row.priority ?? "normal", waitsFor: waitsFor(row) },
        needsBodyFirst: !isForAdmins(row),
        // The handler's context is the one of the row's access, which is what the guard of this route makes.
        handle: handle && (this.#wrap(row, handle) as Handle<never, GuardedCall>),
      });
    }
  }
}

/** Administrators are few, and some of their calls take long. */
function waitsFor({ access, hashing, waitsFor }: AnyMethod): WaitsFor {
  return waitsFor ?? (hashing || isForAdmins({ access }) ? "elsewhere" : "database");
}

function isForAdmins({ access }: Pick<AnyMethod, "access">): boolean {
  return access.includes("admin");
}
