import type { DescMethod, MessageJsonType } from "@bufbuild/protobuf";
import type { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import type { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import type { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import type { DkimService } from "@svc/proto/svc/admin/v1/dkim_pb";
import type { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import type { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import type { PushService } from "@svc/proto/svc/admin/v1/push_pb";
import type { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import type { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import type { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import type { WordingService } from "@svc/proto/svc/admin/v1/wording_pb";
import type { CommandContext } from "../command.ts";
import type { Failure } from "../failure.ts";
import { networkFailure, notSvc } from "./network-failure.ts";
import { type Answer, post } from "./post.ts";
import { errorOf, rpcFailure } from "./rpc-failure.ts";
import { findTarget, type Target } from "./target.ts";

type Services = {
  AdminAccountService: typeof AdminAccountService;
  AnalyticsService: typeof AnalyticsService;
  BillingService: typeof BillingService;
  DkimService: typeof DkimService;
  InstanceSettingsService: typeof InstanceSettingsService;
  ProjectService: typeof ProjectService;
  PushService: typeof PushService;
  SessionService: typeof SessionService;
  ThemeService: typeof ThemeService;
  UserService: typeof UserService;
  WordingService: typeof WordingService;
};

type ServiceName = keyof Services;
type MethodName<S extends ServiceName> = keyof Services[S]["method"] & string;
type Method<S extends ServiceName, M extends MethodName<S>> = Services[S]["method"][M] & DescMethod;
type RequestOf<S extends ServiceName, M extends MethodName<S>> = MessageJsonType<Method<S, M>["input"]>;
type ResponseOf<S extends ServiceName, M extends MethodName<S>> = MessageJsonType<Method<S, M>["output"]>;

/** Calls a method of svc.admin.v1. Requests and answers are JSON as the contract says; a refusal is thrown as a Failure. */
export type Call = <S extends ServiceName, M extends MethodName<S>>(
  service: S,
  method: M,
  request: RequestOf<S, M>,
) => Promise<ResponseOf<S, M>>;

// The server's own limit for a call is 30 seconds, and what it says about that is better than what we could.
const TIMEOUT_MS = 35_000;

/** A client of the server that the command line, the environment or the current context names. */
export function remoteClient(context: CommandContext): Call {
  return clientOf(findTarget(context), context.version);
}

/**
 * The generated code is used for its types only: the wire form of Connect is plain JSON, and without
 * protobuf a command starts twice as fast.
 */
export function clientOf(target: Target, version: string, timeoutMs: number = TIMEOUT_MS): Call {
  const headers = {
    authorization: `Bearer ${target.token}`,
    "connect-protocol-version": "1",
    "content-type": "application/json",
    "user-agent": `svc/${version}`,
  };
  return async <S extends ServiceName, M extends MethodName<S>>(
    service: S,
    method: M,
    request: RequestOf<S, M>,
  ) => {
    const url = new URL(
      `${target.url}/svc.admin.v1.${service}/${method[0]?.toUpperCase()}${method.slice(1)}`,
    );
    const answer = await post(url, headers, JSON.stringify(request), timeoutMs).catch((error: unknown) => {
      throw networkFailure(target.url, error, timeoutMs);
    });
    if (answer.status !== 200) throw refusal(target, answer, Object(request));
    return readJson(target, answer) as ResponseOf<S, M>;
  };
}

function refusal(target: Target, answer: Answer, request: Record<string, unknown>): Failure {
  const error = errorOf(answer.body);
  return error === undefined ? notSvc(target.url, answer) : rpcFailure(target, error, request);
}

function readJson({ url }: Target, answer: Answer): unknown {
  try {
    const value = JSON.parse(answer.body);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Said below.
  }
  throw notSvc(url, answer);
}
