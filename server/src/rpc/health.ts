import { once } from "node:events";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  type Health,
  HealthCheckResponse_ServingStatus as Status,
} from "@svc/proto/grpc/health/v1/health_pb";
import { AppError } from "../errors.ts";
import type { HealthHandlers } from "./methods/health.ts";

/** /healthz answers from the same `isServing`. */
export function healthHandlers(names: readonly string[], isServing: () => boolean): HealthHandlers {
  const known = new Set(["", ...names]);
  const status = (): Status => (isServing() ? Status.SERVING : Status.NOT_SERVING);
  return {
    async check({ service }) {
      if (!known.has(service)) throw new AppError("NOT_FOUND", `service ${service}`, { resource: "service" });
      return { status: status() };
    },
    async list() {
      return { statuses: Object.fromEntries([...known].map((name) => [name, { status: status() }])) };
    },
  };
}

/** Watch is a stream: it tells the state at once and again when the server begins to drain. */
export function healthStreams(
  names: readonly string[],
  draining: AbortSignal,
): Pick<ServiceImpl<typeof Health>, "watch"> {
  const known = new Set(["", ...names]);
  return {
    async *watch({ service }, { signal }) {
      const isKnown = known.has(service);
      const isServing = isKnown && !draining.aborted;
      yield {
        status: isServing ? Status.SERVING : isKnown ? Status.NOT_SERVING : Status.SERVICE_UNKNOWN,
      };
      if (draining.aborted) return;
      await once(AbortSignal.any([signal, draining]), "abort");
      if (isServing && draining.aborted) yield { status: Status.NOT_SERVING };
    },
  };
}
