import pg from "pg";

/** Of a server that is one of several: the next one may be the primary. */
const CONNECT_MS = 2_000;

export type Servers = Readonly<{
  count: number;
  /** The address that new connections go to. */
  current: () => string;
  /** Others that failed at this one may have gone on to the next already. */
  skip: (address: string) => void;
  /** What the pool makes its connections from. */
  Client: typeof pg.Client;
}>;

/** The servers of a database URL. One of them is the primary; after a failover it is another one. */
export function serversOf(addresses: readonly string[]): Servers {
  let at = 0;
  const current = (): string => addresses[at] ?? "";
  class ServerClient extends pg.Client {
    constructor(config: pg.ClientConfig) {
      const { connectionTimeoutMillis = CONNECT_MS, ...others } = config;
      super({
        ...others,
        connectionString: current(),
        connectionTimeoutMillis:
          addresses.length > 1 ? Math.min(CONNECT_MS, connectionTimeoutMillis) : connectionTimeoutMillis,
      });
    }
  }
  return {
    count: addresses.length,
    current,
    skip(address) {
      if (address === current()) at = (at + 1) % addresses.length;
    },
    Client: ServerClient as typeof pg.Client,
  };
}
