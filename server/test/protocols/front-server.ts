import { Health, HealthCheckResponse_ServingStatus as Status } from "@svc/proto/grpc/health/v1/health_pb";
import { ConfigService } from "@svc/proto/svc/auth/v1/config_pb";
import { createListener, type Listener } from "../../src/http/listener.ts";
import { requestListener } from "../../src/http/routes.ts";
import { createMetrics } from "../../src/metrics/metrics.ts";
import type { Call } from "../../src/rpc/context.ts";
import { healthMethods } from "../../src/rpc/methods/health.ts";
import { RouteTable } from "../../src/rpc/route.ts";
import { rpcListener, unaryFront } from "../../src/rpc/serve.ts";
import { Admission } from "../../src/runtime/admission.ts";
import { createLog } from "../../src/runtime/log.ts";
import { clientIpReader } from "../../src/wire/client-ip.ts";

/** What Health.Check does when it is asked for a service of this name. */
export type Behaviours = Readonly<Record<string, (context: Call) => Promise<void> | void>>;

export type FrontServer = { url: string; port: number; logLines: string[]; listener: Listener };

/** The front on a real port with no database behind it: Health.Check behaves as the test says. */
export async function openFront(
  behaviours: Behaviours = {},
  listener = createListener(),
): Promise<FrontServer> {
  const table = new RouteTable();
  table.add(Health, healthMethods, {
    async check({ service }, context) {
      await behaviours[service]?.(context);
      return { status: Status.SERVING };
    },
    async list() {
      const many = Array.from({ length: 200 }, (_, i) => [`service-${i}`, { status: Status.SERVING }]);
      return { statuses: Object.fromEntries(many) };
    },
  });
  table.add(ConfigService, { getProjectConfig: { access: "open", limits: [] } }, {}); // declared, and nobody wrote it yet
  const logLines: string[] = [];
  let id = 0;
  const app = {
    admission: new Admission(),
    baseUrl: "http://localhost",
    log: createLog(
      { logFormat: "json", logIp: "full" },
      () => 0,
      (line) => logLines.push(line),
    ),
    metrics: createMetrics(),
    newId: () => `request-${++id}`,
  };
  const front = unaryFront(app as Parameters<typeof unaryFront>[0], table.routes, clientIpReader([]));
  const rpc = rpcListener(front, { routes: table.routes, streams: new Map() });
  listener.serve(requestListener(app, rpc.request, []), rpc.stream);
  const port = await listener.listen({ host: "127.0.0.1", port: 0 });
  return { url: `http://127.0.0.1:${port}`, port, logLines, listener };
}
