/** What one of several processes may take of a machine and of its database. */
export type Share = Readonly<{
  /** Node's threads: as many hashes are computed at a time. */
  threads: number;
  hashesAtOnce: number;
  hashesWaiting: number;
  connections: number;
}>;

const HASHES_WAITING = 64;

/** With the 100 that PostgreSQL allows by default, two machines and the command line fit in. */
const CONNECTIONS = 40;
const MOST_CONNECTIONS = 10;
/** A backup keeps one for as long as it takes. */
const FEWEST_CONNECTIONS = 3;

export function shareOf(workers: number, cores: number): Share {
  const connections = Math.floor(CONNECTIONS / workers);
  return {
    // One for each core. A name lookup that hangs may take half of them, but not the only one.
    threads: Math.max(2, Math.ceil(cores / workers)),
    // One more than cores among all of them, for the thread that is done first: see docs/adr/0015.
    hashesAtOnce: Math.ceil((cores + 1) / workers),
    // Not divided: connections are not shared out evenly enough for that, and who waits takes nothing.
    hashesWaiting: HASHES_WAITING,
    connections: Math.min(MOST_CONNECTIONS, Math.max(FEWEST_CONNECTIONS, connections)),
  };
}
