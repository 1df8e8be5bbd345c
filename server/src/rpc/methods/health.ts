import type { Health } from "@svc/proto/grpc/health/v1/health_pb";
import type { Handlers, Methods } from "./method.ts";

export const healthMethods = {
  check: { access: "open", limits: [], waitsFor: "nothing" },
  list: { access: "open", limits: [], waitsFor: "nothing" },
  watch: { access: "open", limits: [] },
} as const satisfies Methods<typeof Health>;

export type HealthHandlers = Handlers<typeof Health, typeof healthMethods>;
