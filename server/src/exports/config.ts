import type { Config, Sources } from "../config/load-config.ts";

export type { Key } from "../config/key.ts";
export { type KeyName, keys } from "../config/keys.ts";
export type { Config, Environment, FlagValues } from "../config/load-config.ts";
export { misspelledVariables } from "../config/misspelled-variables.ts";

/** Loaded when it is called: only commands that work on a data directory read the whole configuration. */
export async function loadConfig(sources: Sources): Promise<Config> {
  const module = await import("../config/load-config.ts");
  return module.loadConfig(sources);
}
