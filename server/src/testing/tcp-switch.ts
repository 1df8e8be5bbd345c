import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Stands where a load balancer or a network stands, in front of one of several servers. */
export type TcpSwitch = Readonly<{
  port: number;
  /** New connections go to this port. Open ones stay where they are. */
  leadTo: (port: number) => void;
  /** Bytes of the connections that are open now are lost in both directions, without an end. */
  cut: () => void;
  close: () => Promise<void>;
}>;

export async function startTcpSwitch(first: number): Promise<TcpSwitch> {
  let target = first;
  const links = new Set<{ near: Socket; far: Socket; isCut: boolean }>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: "127.0.0.1", port: target, noDelay: true });
    const link = { near, far, isCut: false };
    links.add(link);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("error", () => {});
      from.on("data", (chunk) => link.isCut || to.write(chunk));
      from.once("close", () => {
        if (!link.isCut) to.destroy();
        links.delete(link);
      });
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port;
    },
    cut() {
      for (const link of links) link.isCut = true;
    },
    async close() {
      for (const { near, far } of links) {
        near.destroy();
        far.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
