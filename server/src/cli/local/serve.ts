import { environment } from "../../config/environment.ts";
import { misspelledVariables } from "../../config/misspelled-variables.ts";
import { createLog } from "../../log.ts";
import type { CommandContext } from "../command.ts";
import { stopSignal } from "./stop-signal.ts";
import { welcome } from "./welcome.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output, version } = context;
  const config = await context.loadConfig();
  for (const { name, meant } of misspelledVariables(environment())) {
    output.warn(`nothing reads ${name}; did you mean ${meant}?`);
  }

  const signal = stopSignal();
  const { startServer } = await import("../../compose.ts");
  const { port, hasAdmin, lookAtCertificate, stop } = await startServer(config);
  if (config.https) process.on("SIGHUP", lookAtCertificate);
  const log = createLog(config.logFormat, Date.now, output.log);
  const { baseUrl, dataDir } = config;
  if (config.logFormat === "json") log("info", "listening", { port, baseUrl, dataDir, hasAdmin, version });
  else output.say(welcome({ config, flags, version, port, hasAdmin, cwd: process.cwd() }));

  log("info", "stopping", { signal: await signal });
  await stop();
  log("info", "stopped");
}
