import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";

const SSL_REQUEST = 80_877_103;
const CANCEL_REQUEST = 80_877_102;
const ACCEPTS_TLS = "S";

/** What pg knows about a connection and does not name in its types. */
export type Connected = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  ssl: boolean | ConnectionOptions;
  processID: number;
  secretKey: number;
};

/**
 * Asks the server to end what it does for this connection, as psql does on Ctrl-C: by a message on a connection of its
 * own. Returns when the server has closed that connection, or after the time limit.
 */
export async function cancel(
  { host, port, ssl, processID, secretKey }: Connected,
  timeoutMs: number,
): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  const tcp = connectTcp(host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  tcp.on("error", () => {});
  try {
    await once(tcp, "connect", { signal });
    const socket = ssl === false ? tcp : await encrypted(tcp, host, ssl === true ? {} : ssl, signal);
    socket.write(message(CANCEL_REQUEST, processID, secretKey));
    await once(socket, "close", { signal });
  } catch {
    // The server cannot be reached either, or does not answer.
  } finally {
    tcp.destroy();
  }
}

async function encrypted(
  tcp: Socket,
  host: string,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<Socket> {
  tcp.write(message(SSL_REQUEST));
  const [answer] = (await once(tcp, "data", { signal })) as [Buffer];
  if (answer.toString("latin1", 0, 1) !== ACCEPTS_TLS) throw new Error("the server does not speak TLS");
  const socket = connectTls({ ...options, socket: tcp, servername: options.servername ?? host });
  socket.on("error", () => {});
  await once(socket, "secureConnect", { signal });
  return socket;
}

/** A length, which counts itself, and numbers. */
function message(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * (numbers.length + 1));
  for (const [at, number] of [bytes.length, ...numbers].entries()) bytes.writeInt32BE(number, 4 * at);
  return bytes;
}
