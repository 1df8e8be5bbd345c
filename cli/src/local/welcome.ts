import type { Config } from "@svc/server/config";
import type { Flags } from "../command.ts";
import { programName } from "../program-name.ts";
import { quote } from "../shell-line.ts";

type Facts = Readonly<{
  config: Config;
  flags: Flags;
  version: string;
  port: number;
  hasAdmin: boolean;
  cwd: string;
}>;

/** What `serve` says once it listens: where, on which data, and what to type next. */
export function welcome(facts: Facts): string {
  const { config, version, hasAdmin } = facts;
  const lines = [
    `svc ${version} is ready`,
    `  listening  ${listening(facts)}`,
    ...certificate(config),
    `  data       ${config.dataDir}${config.databaseUrl === undefined ? "" : " (keys and uploads; the database is PostgreSQL)"}`,
    ...(config.workers > 1 ? [`  workers    ${config.workers}`] : []),
    `  base URL   ${config.baseUrl}`,
    ...baseUrlNote(facts),
    ...(hasAdmin ? [] : [`  next       ${createAdmin(facts)}`]),
  ];
  return lines.join("\n");
}

function listening({ config, port }: Facts): string {
  const { addr, https } = config;
  const { host } = https?.kind === "acme" ? https.httpsAddr : addr;
  const scheme = https ? "https" : "http";
  if (host === undefined) return `${scheme}://localhost:${port} (all interfaces)`;
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function certificate({ https }: Config): string[] {
  if (!https) return [];
  const source =
    https.kind === "acme"
      ? `for ${https.domains.join(", ")}, from ${new URL(https.directory).host}`
      : https.certFile;
  return [`  HTTPS      ${source}`];
}

/** At most one line: links lead elsewhere when the base URL was forgotten. */
function baseUrlNote({ config, port }: Facts): string[] {
  const { hostname, port: linked } = new URL(config.baseUrl);
  if (!["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return [];
  if (linked !== String(port))
    return [
      `             wrong for this port: set --base-url ${config.https ? "https" : "http"}://localhost:${port}`,
    ];
  return ["             links work only on this machine; set --base-url before others use them"];
}

function createAdmin({ flags, cwd }: Facts): string {
  const { config, dataDir } = flags;
  const sameData = Object.entries({ "--config": config, "--data-dir": dataDir }).flatMap(([flag, value]) =>
    typeof value === "string" ? [`${flag} ${quote(value)}`] : [],
  );
  return [programName(cwd), "admin create --email you@example.com", ...sameData].join(" ");
}
