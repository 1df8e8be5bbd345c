import type { Config } from "../config/load-config.ts";
import type { MetricsPlace } from "../http/metrics-server.ts";
import type { PortAcceptor } from "../http/ports.ts";
import type { LogFields } from "../runtime/log.ts";

/** Where a server runs: alone, or as one of several processes that share ports, lock and machine. */
export type Place = Readonly<{
  /** How many share the machine. */
  workers: number;
  /** In every line of its log. */
  logFacts: LogFields;
  /** Takes the lock of the data directory, or throws when another server has it. */
  lock: (dataDir: string) => Promise<Lock>;
  /** Where the connections of its ports come from. None when it binds them itself. */
  acceptor: PortAcceptor | undefined;
  openMetrics: (config: Config) => Promise<MetricsPlace | undefined>;
}>;

export type Lock = Readonly<{ release: () => void }>;
