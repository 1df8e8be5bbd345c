import { createServer, type Socket } from "node:net";

export type ListenAddress = Readonly<{ host: string | undefined; port: number }>;

/** Where connections come from. */
export type Acceptor = Readonly<{
  /** Binds the port and returns the one it got. */
  listen: (address: ListenAddress) => Promise<number>;
  /** No connection is taken after that. Those that were go on. */
  close: () => void;
}>;

export type Take = (socket: Socket) => void;

type Options = Readonly<{
  /** Nothing is read from a connection, so that it can be given to another process. */
  pauseOnConnect?: boolean;
}>;

/** Connections of a port that this process holds itself. */
export function createAcceptor(take: Take, options: Options = {}): Acceptor {
  const server = createServer({ ...options, noDelay: true }, take);
  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
          server.off("error", reject);
          server.on("error", () => {}); // one connection could not be accepted; that is no reason to end
          const address = server.address();
          resolve(typeof address === "object" && address ? address.port : port);
        });
      }),
    close: () => void server.close(),
  };
}
