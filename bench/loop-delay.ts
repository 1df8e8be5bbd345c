import cluster from "node:cluster";
import { monitorEventLoopDelay } from "node:perf_hooks";

// Loaded into the server under test: tells its event-loop delay when asked, and starts counting anew. A worker of
// that server loads it, too, and needs its channel for itself.
if (cluster.isPrimary) {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  process.on("message", (question) => {
    if (question !== "loop-delay") return;
    process.send?.({ p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6 });
    delay.reset();
  });
  process.channel?.unref();
}
