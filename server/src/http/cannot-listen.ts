import { OperatorError } from "../errors.ts";
import type { PortPlan } from "./ports.ts";

/** A port that cannot be had, as something the operator can mend. */
export function cannotListen(error: unknown, addr: PortPlan["address"], flag: string): unknown {
  const { code } = error as { code?: string };
  if (code === "EADDRINUSE") {
    return new OperatorError(
      `port ${addr.port} is in use`,
      `stop what listens there, or choose another with ${flag} :PORT`,
    );
  }
  if (code === "EACCES")
    return new OperatorError(
      `not allowed to listen on port ${addr.port}`,
      `choose one above 1023 with ${flag}, or give the program CAP_NET_BIND_SERVICE`,
    );
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new OperatorError(`${addr.host} is not an address of this machine`, `choose another with ${flag}`);
  }
  return error;
}
