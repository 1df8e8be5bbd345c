import { ConfigError } from "../../config/config-error.ts";
import { environment } from "../../config/environment.ts";
import type { Config } from "../../config/load-config.ts";
import { misspelledVariables } from "../../config/misspelled-variables.ts";
import { createLog } from "../../log.ts";
import type { CommandContext } from "../command.ts";
import { stopSignal } from "./stop-signal.ts";
import { welcome } from "./welcome.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output, version } = context;
  const config = await context.loadConfig();
  refuseUnbuilt(config);
  for (const { name, meant } of misspelledVariables(environment())) {
    output.warn(`nothing reads ${name}; did you mean ${meant}?`);
  }

  const signal = stopSignal();
  const { startServer } = await import("../../compose.ts");
  const { port, hasAdmin, stop } = await startServer(config);
  const log = createLog(config.logFormat, Date.now, output.log);
  const { baseUrl, dataDir } = config;
  if (config.logFormat === "json") log("info", "listening", { port, baseUrl, dataDir, hasAdmin, version });
  else output.say(welcome({ config, flags, version, port, hasAdmin, cwd: process.cwd() }));

  log("info", "stopping", { signal: await signal });
  await stop();
  log("info", "stopped");
}

/** A flag that is accepted and does nothing would be a lie. */
function refuseUnbuilt({ acmeDomains, backupDir }: Config): void {
  if (acmeDomains.length > 0) {
    throw new ConfigError(
      "built-in HTTPS is not part of this version yet",
      "leave acme_domain out and put a proxy that speaks HTTPS in front",
    );
  }
  if (backupDir !== undefined) {
    throw new ConfigError(
      "scheduled backups are not part of this version yet",
      "leave backup_dir out and copy the data directory while the server is stopped",
    );
  }
}
