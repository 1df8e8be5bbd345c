import type { RequestListener } from "node:http";
import type { CertificatePair } from "../domain/certificates/https.ts";
import { type Acceptor, createAcceptor, type ListenAddress, type Take } from "./acceptor.ts";
import { createConnectionLimit } from "./connection-limit.ts";
import type { StreamHandler } from "./http2-server.ts";
import {
  type Admission,
  type Caught,
  createListener,
  createSecureListener,
  type Listener,
} from "./listener.ts";

export type PortPlan = Readonly<{
  /** `redirecting` sends browsers on to HTTPS and answers the certificate authority. */
  kind: "plain" | "secure" | "redirecting";
  address: ListenAddress;
  /** What an operator calls it. No two ports have the same. */
  setting: string;
}>;

/** The connections of a port, which has the name of its setting. */
export type PortAcceptor = (setting: string, take: Take) => Acceptor;

type Served = {
  handle: RequestListener;
  handleStream: StreamHandler;
  redirect: RequestListener;
  caught: Caught;
  connectionRefused: () => void;
};

export type Ports = Readonly<{
  /** Of the first one of the plan. */
  port: number;
  /** Handshakes use it from now on. */
  use: (certificate: CertificatePair) => void;
  inUse: () => string | undefined;
  /** How many are open. */
  connections: () => number;
  serve: (service: Served) => void;
  drain: () => Promise<void>;
  abandon: () => void;
}>;

/** Binds every port before anything else happens. When one cannot be had, none is held. */
export async function openPorts(
  plans: readonly PortPlan[],
  {
    maxConnections,
    maxAgeMs,
    isProxy,
    acceptor = (_setting, take) => createAcceptor(take),
  }: {
    maxConnections: number;
    maxAgeMs?: number | undefined;
    isProxy: Admission["isProxy"];
    /** None in a process that has its ports to itself. */
    acceptor?: PortAcceptor | undefined;
  },
  explain: (error: unknown, plan: PortPlan) => unknown,
): Promise<Ports> {
  const connections = createConnectionLimit(maxConnections);
  let chain: string | undefined;
  const secure: Array<(certificate: CertificatePair) => void> = [];
  const open: Array<{ plan: PortPlan; listener: Listener; port: number }> = [];
  try {
    for (const plan of plans) {
      const admission = {
        connections,
        isProxy,
        acceptor: (take: Take) => acceptor(plan.setting, take),
      };
      const listener =
        plan.kind === "secure"
          ? secureListener(secure, maxAgeMs, admission)
          : createListener({ maxAgeMs }, admission);
      const port = await listener.listen(plan.address).catch((error: unknown) => {
        listener.abandon();
        throw explain(error, plan);
      });
      open.push({ plan, listener, port });
    }
  } catch (error) {
    for (const { listener } of open) listener.abandon();
    throw error;
  }
  return {
    port: open[0]?.port ?? 0,
    use(certificate) {
      for (const use of secure) use(certificate);
      chain = certificate.chain;
    },
    inUse: () => chain,
    connections: connections.open,
    serve({ handle, handleStream, redirect, caught, connectionRefused }) {
      connections.onRefused = connectionRefused;
      for (const { plan, listener } of open) {
        if (plan.kind === "redirecting") listener.serve(redirect, undefined, caught);
        else listener.serve(handle, handleStream, caught);
      }
    },
    drain: async () => void (await Promise.all(open.map(({ listener }) => listener.drain()))),
    abandon() {
      for (const { listener } of open) listener.abandon();
    },
  };
}

function secureListener(
  uses: Array<(certificate: CertificatePair) => void>,
  maxAgeMs: number | undefined,
  admission: Admission,
): Listener {
  const listener = createSecureListener({ maxAgeMs }, admission);
  uses.push(listener.use);
  return listener;
}
