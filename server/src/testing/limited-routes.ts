import { create, type DescMethodUnary, type DescService, type MessageInitShape } from "@bufbuild/protobuf";
import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { rateLimitDefaults } from "../config/rate-limits.ts";
import { createRateLimiter } from "../domain/rate-limits/create-rate-limiter.ts";
import type { RateLimits } from "../domain/rate-limits/rules.ts";
import { AppError, type Reason } from "../errors.ts";
import type { Call, GuardedCall } from "../rpc/context.ts";
import { limited } from "../rpc/guards/rate-limit.ts";
import { adminAccountMethods, adminSessionMethods } from "../rpc/methods/admin-accounts.ts";
import { authMethods } from "../rpc/methods/auth.ts";
import type { Handlers, Methods } from "../rpc/methods/method.ts";
import { RouteTable } from "../rpc/route.ts";
import type { Db } from "../storage/db.ts";
import type { Engine } from "./engines.ts";

export type Caller = { projectId?: string; ip?: string; userId?: string; email?: string | null };

/** The real rules and counters around trivial handlers, whose result the test sets. */
export class LimitedRoutes {
  readonly db: Db;
  now = Date.parse("2030-01-01T00:00:00Z");
  /** How every handler ends; undefined for success. */
  ends: Reason | undefined;
  /** How many calls have reached a handler. */
  evaluated = 0;
  readonly #table: RouteTable;

  private constructor(engine: Engine, db: Db, limits: "off" | Partial<RateLimits>) {
    this.db = db;
    const rateLimits = createRateLimiter(
      limits === "off" ? "off" : { ...rateLimitDefaults, ...limits },
      { clock: () => this.now, db, log: () => {} },
      { hasReplicas: engine.kind === "postgres", monotonicMs: () => this.now },
    );
    this.#table = new RouteTable(({ limits = [] }, handle) => limited({ db, rateLimits }, limits, handle));
    this.#add(AuthService, authMethods);
    this.#add(SessionService, adminSessionMethods);
    this.#add(AdminAccountService, adminAccountMethods);
  }

  static async open(engine: Engine, limits: "off" | Partial<RateLimits> = {}): Promise<LimitedRoutes> {
    return new LimitedRoutes(engine, await engine.open(), limits);
  }

  close(): Promise<void> {
    return this.db.destroy();
  }

  #add<S extends DescService, M extends Methods<S>>(service: S, methods: M): void {
    const handler = async (_request: unknown, context: Call) => {
      await context.pendingTake?.take();
      this.evaluated += 1;
      await new Promise((resolve) => setImmediate(resolve));
      if (this.ends) throw new AppError(this.ends);
      return {};
    };
    const handlers = Object.fromEntries(service.methods.map(({ localName }) => [localName, handler]));
    this.#table.add(service, methods, handlers as unknown as Handlers<S, M>);
  }

  /** `OK`, the reason of the failure, or `wait <seconds>` for a refusal. */
  async call<M extends DescMethodUnary>(
    method: M,
    request: MessageInitShape<M["input"]>,
    { projectId = "p", ip = "192.0.2.1", userId = "u", email = "ada@example.com" }: Caller = {},
  ): Promise<string> {
    const context = {
      clientIp: ip,
      project: { id: projectId },
      signedIn: { user: { id: userId, email } },
      admin: { email },
    } as unknown as GuardedCall;
    const route = this.#table.routes.get(`/${method.parent.typeName}/${method.name}`);
    try {
      await route?.handle?.(create(method.input, request) as never, context);
      return "OK";
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.reason === "RATE_LIMITED" ? `wait ${error.metadata.retry_after_seconds}` : error.reason;
    }
  }

  /** Calls until it is refused: how many were evaluated and how the refusal reads. */
  async trip(once: (i: number) => Promise<string>): Promise<[number, string]> {
    const before = this.evaluated;
    for (let i = 0; i < 10_000; i++) {
      const answer = await once(i);
      if (answer.startsWith("wait")) return [this.evaluated - before, answer];
    }
    throw new Error("never refused");
  }
}
