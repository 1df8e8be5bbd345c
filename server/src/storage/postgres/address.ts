/** What a database URL says. */
export type PostgresAddress = Readonly<{
  /** A URL for each server, in the order in which to try them. */
  servers: readonly string[];
  /** Time limits by their names in PostgreSQL: those of svc, unless the URL has its own. */
  limits: Readonly<Record<keyof typeof LIMITS, string>>;
}>;

const LIMITS = {
  statement_timeout: "5000",
  lock_timeout: "3000",
  idle_in_transaction_session_timeout: "10000",
} as const;

/** A database URL that svc cannot use. */
export class BadAddressError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

const FORM = "write postgres://user:password@host:5432/database";
const URL_PARTS = /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<rest>.*)$/s;

/** libpq's values of target_session_attrs with which a primary may be found. svc needs one in any case. */
const WRITABLE = new Set(["any", "read-write", "primary"]);

/**
 * Reads a URL as libpq does: several hosts are separated by commas, either before the name of the database or in the
 * parameters `host` and `port`.
 */
export function parseAddress(text: string): PostgresAddress {
  const { scheme, user, hosts = "", rest } = URL_PARTS.exec(text)?.groups ?? {};
  const first = hosts.split(",").map((host) => URL.parse(`${scheme}${user}${host}${rest}`));
  const urls = first.flatMap((url) => (url === null ? [] : serversInParameters(url)));
  if (scheme === undefined || first.includes(null) || urls.length === 0) {
    throw new BadAddressError("is not a PostgreSQL URL", FORM);
  }
  const given = Object.fromEntries(urls[0]?.searchParams ?? []);
  refuseReadOnly(given.target_session_attrs ?? "any");
  const limits = Object.entries(LIMITS).map(([name, ours]) => [name, given[name] ?? ours]);
  return { servers: urls.map(withoutOurParameters), limits: Object.fromEntries(limits) };
}

function serversInParameters(url: URL): URL[] {
  const hosts = url.searchParams.get("host")?.split(",") ?? [];
  if (hosts.length < 2) return [url];
  const ports = url.searchParams.get("port")?.split(",") ?? [];
  if (ports.length > 1 && ports.length !== hosts.length) {
    throw new BadAddressError(
      "has another number of ports than of hosts",
      "write a port for each host, or one for all",
    );
  }
  return hosts.map((host, n) => {
    const server = new URL(url);
    server.searchParams.set("host", host);
    const port = ports[n] ?? ports[0];
    if (port !== undefined) server.searchParams.set("port", port);
    return server;
  });
}

function refuseReadOnly(attributes: string): void {
  if (WRITABLE.has(attributes)) return;
  throw new BadAddressError(
    `has target_session_attrs=${attributes} in it, but svc needs a server that it can write to`,
    "write target_session_attrs=read-write, or leave it out",
  );
}

/** pg would send the limits before it is known whether the other side accepts them: see `greet.ts`. */
function withoutOurParameters(url: URL): string {
  const server = new URL(url);
  for (const name of ["target_session_attrs", ...Object.keys(LIMITS)]) server.searchParams.delete(name);
  return server.href;
}
