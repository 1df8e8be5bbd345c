import type { GetInstanceResponseJson } from "@svc/proto/svc/admin/v1/instance_pb";
import { type Check, checkOf } from "./check.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether limits count callers, or a proxy in front of them. */
export function proxyCheck({ untrustedProxy }: GetInstanceResponseJson, now: number): Check {
  const check = checkOf("proxy", "caller addresses");
  const { peer = "", requests = "0", lastSeenAt = "" } = untrustedProxy ?? {};
  if (untrustedProxy === undefined || now - Date.parse(lastSeenAt) > DAY_MS)
    return check.ok("no X-Forwarded-For from untrusted addresses");
  return check.warning(
    `${peer} sent ${requests} requests with X-Forwarded-For but is not trusted: if it is a proxy, all clients behind it share one address and its rate limits`,
    `if it is your proxy, start the server with --trusted-proxies ${peer}; if not, the header is forged and has no effect`,
  );
}
