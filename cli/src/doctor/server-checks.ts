import type { GetInstanceResponseJson } from "@svc/proto/svc/admin/v1/instance_pb";
import { isLoopback } from "../remote/server-url.ts";
import { type Check, checkOf } from "./check.ts";
import { jsonOf, lookAt, type Seen, type Unreached } from "./look-at.ts";
import { repositories } from "./repositories.ts";
import { repositoryCheck } from "./repository-check.ts";

const CLOCK_TOLERANCE_MS = 30_000;

/** Checks that need no token: they run also when the admin API refuses. */
export async function reachabilityChecks(url: string): Promise<Check[]> {
  const [plain, rpc, ...packages] = await Promise.all([
    lookAt(`${url}/healthz`),
    lookAt(`${url}/grpc.health.v1.Health/Check`, {
      method: "POST",
      headers: { "content-type": "application/json", "connect-protocol-version": "1" },
      body: "{}",
    }),
    ...repositories.map((repository) => repositoryCheck(url, repository)),
  ]);
  return [clockCheck(plain), healthCheck(plain, rpc), ...packages];
}

function clockCheck(plain: Seen | Unreached): Check {
  const check = checkOf("clock", "clock");
  if ("why" in plain) return check.notChecked(`the server did not answer (${plain.why})`);
  const theirs = Date.parse(plain.headers.get("date") ?? "");
  if (Number.isNaN(theirs)) return check.notChecked("the answer has no Date header");
  // The header is cut to the second, so the true time is half of one later on average.
  const skewMs = theirs + 500 - plain.at;
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= CLOCK_TOLERANCE_MS) return check.ok(`${seconds} s difference to this machine`);
  const seen = `the server is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} this machine`;
  return check.warning(seen, "synchronise both clocks with NTP: token expiry depends on them");
}

function healthCheck(plain: Seen | Unreached, rpc: Seen | Unreached): Check {
  const check = checkOf("health", "health");
  const [told, asked] = [plain, rpc].map((seen) =>
    "why" in seen ? `no answer (${seen.why})` : String(jsonOf(seen).status ?? `HTTP ${seen.status}`),
  );
  const seen = `/healthz says ${told}, gRPC health says ${asked}`;
  if (told === "SERVING" && asked === "SERVING") return check.ok(seen);
  if (told !== asked) return check.failure(seen, "let the proxy pass /healthz and /grpc.health.v1.Health/");
  return told === "NOT_SERVING"
    ? check.failure(seen, "the server is stopping: start it again")
    : check.failure(seen, "is the server running? check the address and the proxy");
}

export function versionCheck(instance: GetInstanceResponseJson, ours: string): Check {
  const check = checkOf("version", "version");
  const { version: theirs = "unknown" } = instance;
  if (theirs === ours) return check.ok(`server and svc are both ${ours}`);
  return check.warning(`the server is ${theirs}, this svc is ${ours}`, "use the svc version of the server");
}

/** Base URL and the address it is reached by, which should be one and the same. */
export function addressChecks(reachedBy: string, { baseUrl = "" }: GetInstanceResponseJson): Check[] {
  return [baseUrlCheck(baseUrl), addressCheck(reachedBy, baseUrl)];
}

function baseUrlCheck(baseUrl: string): Check {
  const check = checkOf("base_url", "base URL");
  if (!URL.canParse(baseUrl)) return check.failure(`${baseUrl} is not a URL`, setBaseUrl("https://..."));
  const url = new URL(baseUrl);
  if (url.protocol === "https:") return check.ok(baseUrl);
  if (isLoopback(url)) return check.ok(`${baseUrl}, for this machine only`);
  const seen = `${baseUrl} is not https: anyone on the network can read passwords and tokens`;
  return check.failure(seen, setBaseUrl(`https://${url.hostname}`));
}

function addressCheck(reachedBy: string, baseUrl: string): Check {
  const check = checkOf("address", "address");
  if (!URL.canParse(baseUrl)) return check.notChecked("the base URL is not a valid URL");
  const [here, base] = [new URL(reachedBy), new URL(baseUrl)];
  if (isLoopback(base) && !isLoopback(here)) {
    const seen = `the base URL is ${baseUrl}, but the server is reached at ${reachedBy}: links and issuers work only on the server itself`;
    return check.warning(seen, setBaseUrl(reachedBy));
  }
  if (placeOf(here) === placeOf(base)) return check.ok(`reached at ${reachedBy}`);
  const seen = `reached at ${reachedBy}, but the base URL is ${baseUrl}: links and issuers use the base URL`;
  return check.warning(seen, `svc login ${baseUrl}, or ${setBaseUrl(reachedBy)}`);
}

/** Scheme, host, port and path; the names of this machine count as one. */
function placeOf(url: URL): string {
  const host = isLoopback(url) ? "localhost" : url.hostname;
  return `${url.protocol}//${host}:${url.port}${url.pathname.replace(/\/+$/, "")}`;
}

function setBaseUrl(url: string): string {
  return `start the server with --base-url ${url}`;
}
