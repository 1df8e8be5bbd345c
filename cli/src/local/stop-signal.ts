/**
 * Resolves with the first signal that asks the server to stop. The second one ends the process at
 * once: whoever sends it no longer wants to wait for open requests.
 */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isStopping = false;
    const onSignal = (signal: NodeJS.Signals) => {
      if (isStopping) process.exit(130);
      isStopping = true;
      resolve(signal);
    };
    process.on("SIGINT", onSignal);
    process.on("SIGTERM", onSignal);
  });
}
