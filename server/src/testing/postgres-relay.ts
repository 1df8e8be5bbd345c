import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type PostgresRelay = Readonly<{
  /** The address of the database through the relay. */
  url: string;
  /** How many replies the client has waited for since the relay started. */
  roundTrips: () => number;
  /** How often PostgreSQL has described the columns of a statement. */
  rowDescriptions: () => number;
  close: () => Promise<void>;
}>;

const READY_FOR_QUERY = "Z";
const ROW_DESCRIPTION = "T";
const HEADER_BYTES = 5;

/**
 * Stands between svc and PostgreSQL and counts round trips. PostgreSQL ends each reply that the client waits for with
 * ReadyForQuery, so `begin` and `commit` count as well. The reply that ends the log-in of a connection does not count.
 */
export async function startPostgresRelay(target: string): Promise<PostgresRelay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const messages = { [READY_FOR_QUERY]: 0, [ROW_DESCRIPTION]: 0 };
  const relay = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    const read = messageReader((type) => {
      if (type === READY_FOR_QUERY || type === ROW_DESCRIPTION) messages[type] += 1;
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => {});
      from.once("close", () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    near.on("data", (chunk) => far.write(chunk));
    far.on("data", (chunk: Buffer) => {
      read(chunk);
      near.write(chunk);
    });
  });
  await once(relay.listen(0, "127.0.0.1"), "listening");
  const through = new URL(target);
  through.hostname = "127.0.0.1";
  through.port = String((relay.address() as AddressInfo).port);
  return {
    url: through.href,
    roundTrips: () => messages[READY_FOR_QUERY],
    rowDescriptions: () => messages[ROW_DESCRIPTION],
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => relay.close(resolve));
    },
  };
}

/** Tells the type of each message of one connection once it is logged in. A message may come in several pieces. */
function messageReader(onMessage: (type: string) => void): (chunk: Buffer) => void {
  const header = Buffer.alloc(HEADER_BYTES);
  let headerBytes = 0;
  let bodyBytes = 0;
  let isLoggedIn = false;
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (bodyBytes > 0) {
        const taken = Math.min(bodyBytes, chunk.length - at);
        bodyBytes -= taken;
        at += taken;
        continue;
      }
      const taken = chunk.copy(header, headerBytes, at, at + HEADER_BYTES - headerBytes);
      headerBytes += taken;
      at += taken;
      if (headerBytes < HEADER_BYTES) break;
      headerBytes = 0;
      bodyBytes = header.readUInt32BE(1) - 4; // the length counts itself
      const type = header.toString("latin1", 0, 1);
      if (isLoggedIn) onMessage(type);
      else isLoggedIn = type === READY_FOR_QUERY;
    }
  };
}
