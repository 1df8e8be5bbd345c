import type { Worker } from "node:cluster";
import type { Socket } from "node:net";
import { type Acceptor, createAcceptor, type ListenAddress } from "../http/acceptor.ts";
import type { Order } from "./messages.ts";

type Connection = Readonly<{ socket: Socket; name: string }>;

/**
 * The ports on which all workers answer. Each connection goes to the next free worker. Node's cluster does the same,
 * but keeps a connection open for good when its worker is killed before it has taken it: the caller waits forever.
 */
export class SharedPorts {
  readonly #ports = new Map<string, { acceptor: Acceptor; port: Promise<number> }>();
  /** All that run, also those that are still starting: connections wait for them. */
  readonly #workers = new Set<Worker>();
  /** The one that has been free for the longest time comes first. */
  readonly #free = new Set<Worker>();
  /** What a worker was sent and has not taken yet. Our copy is open until then. */
  readonly #inTransit = new Map<Worker, Socket>();
  readonly #waiting: Connection[] = [];

  /** Binds a port for a worker, unless another one asked for it before. */
  listen(worker: Worker, name: string, address: ListenAddress): Promise<number> {
    this.#workers.add(worker);
    const bound = this.#ports.get(name);
    if (bound) return bound.port;
    const acceptor = createAcceptor((socket) => this.#accept({ socket, name }), { pauseOnConnect: true });
    const port = acceptor.listen(address);
    this.#ports.set(name, { acceptor, port });
    port.catch(() => this.#ports.delete(name)); // the next worker may be luckier
    return port;
  }

  /** From now on the worker gets connections. */
  serves(worker: Worker): void {
    this.#free.add(worker);
    this.#handOut();
  }

  /** The worker has its own copy of the connection that it was sent. */
  took(worker: Worker): void {
    this.#closeCopy(worker);
    this.serves(worker);
  }

  /** Nobody waits for a worker that is gone. Callers see their connection close, and may try again. */
  ended(worker: Worker): void {
    this.#workers.delete(worker);
    this.#free.delete(worker);
    this.#closeCopy(worker);
    if (this.#workers.size === 0) this.#closeWaiting();
  }

  close(): void {
    for (const { acceptor } of this.#ports.values()) acceptor.close();
    this.#closeWaiting();
  }

  #accept(connection: Connection): void {
    connection.socket.on("error", () => {}); // its caller has gone
    if (this.#workers.size === 0) return void connection.socket.destroy();
    this.#waiting.push(connection);
    this.#handOut();
  }

  #handOut(): void {
    for (const worker of this.#free) {
      const connection = this.#waiting.shift();
      if (!connection) return;
      this.#free.delete(worker);
      this.#send(worker, connection);
    }
  }

  #send(worker: Worker, { socket, name }: Connection): void {
    this.#inTransit.set(worker, socket);
    const order: Order = { kind: "connection", name };
    worker.send(order, socket, { keepOpen: true }, (error) => {
      if (error) worker.process.kill("SIGKILL"); // nothing reaches it any more; another takes its place
    });
  }

  #closeCopy(worker: Worker): void {
    this.#inTransit.get(worker)?.destroy();
    this.#inTransit.delete(worker);
  }

  #closeWaiting(): void {
    for (const { socket } of this.#waiting.splice(0)) socket.destroy();
  }
}
