import type { DescService, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { App } from "../../app.ts";
import type { Priority, WaitsFor } from "../../runtime/admission.ts";
import type { MaybePromise } from "../../runtime/maybe-promise.ts";
import type { Access, Contexts, Handle } from "../context.ts";
import type { Hashing } from "../guards/hashing.ts";
import type { Rule } from "../guards/rate-limit.ts";
import type { RowNeeds } from "../guards/rights.ts";

export const KIB = 1024;
export const MIB = 1024 * KIB;

/** Puts something around a handler and its limits. */
export type Around<Request, Context> = (
  app: App,
  handle: Handle<Request, Context>,
) => Handle<Request, Context>;

type Limits<Request, Context> = readonly Rule<Request, Context>[];

type OfAdmins = Extract<
  Access,
  "admin" | `${string}-admin` | `${string}-admin-${string}` | `admin-${string}`
>;

/** Whoever has one of these credentials has nothing left to guess: the guard limits unknown ones. */
type Trusted = "secret-key" | OfAdmins;

/**
 * The first statement of the handler compares the version of the project, and every answer that no statement was needed for
 * calls `requireUnchanged`. So the guard does not have to read the project (ADR 0052).
 */
type ComparesProject = boolean;

/** Everything that is decided about a method except what it does. */
type Row<A extends Access, Request> = Readonly<{
  access: A;
  /** 64 KiB unless declared. */
  maxRequestBytes?: number;
  /** For methods that hash a password. */
  hashing?: Hashing<Request, Contexts[A]>;
  /** Which calls are refused first when there are too many; `normal` unless declared. */
  priority?: Priority;
  /** `elsewhere` for a method that asks a store or a sign-in provider, and for those that hash or are for administrators. */
  waitsFor?: WaitsFor;
  /** The outermost first. */
  around?: readonly Around<Request, Contexts[A]>[];
}> &
  Readonly<A extends "publishable-key" | "secret-key" ? { comparesProject?: ComparesProject } : unknown> &
  Readonly<
    A extends OfAdmins
      ? { /** The lowest role, in the project that the request names. */ needs: RowNeeds<Request> }
      : unknown
  > &
  Readonly<
    A extends Trusted
      ? { limits?: Limits<Request, Contexts[A]> }
      : { /** An empty list is a decision too. */ limits: Limits<Request, Contexts[A]> }
  >;

type Method<Request> = { [A in Access]: Row<A, Request> }[Access];

/** A row for every method of the service, so that none can be forgotten. */
export type Methods<S extends DescService> = {
  readonly [K in keyof S["method"]]: Method<MessageShape<S["method"][K]["input"]>>;
};

/** A row without the types of its request and its context. */
export type AnyMethod = Readonly<{
  access: Access;
  maxRequestBytes?: number;
  limits?: Limits<never, never>;
  hashing?: Hashing<never, never>;
  priority?: Priority;
  waitsFor?: WaitsFor;
  around?: readonly Around<never, never>[];
  comparesProject?: ComparesProject;
  needs?: RowNeeds<never>;
}>;

/**
 * The handlers of a service: each gets the context that its method's access promises. A method left out
 * answers UNIMPLEMENTED, behind the same guard.
 */
export type Handlers<S extends DescService, M extends Methods<S>> = {
  [K in keyof S["method"]]?: (
    request: MessageShape<S["method"][K]["input"]>,
    context: Contexts[M[K]["access"]],
  ) => MaybePromise<MessageInitShape<S["method"][K]["output"]>>;
};
