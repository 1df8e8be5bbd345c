import { connect } from "node:net";

const CONNECT_MS = 2_500;
const LAST_CHANCE_MS = 1_000;

/**
 * How long to wait for the first answer of an address. Where nobody takes a connection only for a moment, so
 * that whoever is offline is told so within five seconds; a proxy may still bring an answer.
 */
export async function timeToWait(url: string, patientMs: number): Promise<number> {
  return (await takesConnections(new URL(url))) ? patientMs : LAST_CHANCE_MS;
}

function takesConnections({ hostname, port, protocol }: URL): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) || (protocol === "http:" ? 80 : 443) });
    const finish = (isTaken: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isTaken);
    };
    const timer = setTimeout(() => finish(false), CONNECT_MS);
    socket.once("connect", () => finish(true)).on("error", () => finish(false));
  });
}
