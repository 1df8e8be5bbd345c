import { nearest } from "../text/nearest.ts";
import { keys } from "./keys.ts";
import type { Environment } from "./load-config.ts";

/** Unknown variables whose names are similar to a known one. */
export function misspelledVariables(env: Environment): readonly { name: string; meant: string }[] {
  const known = Object.values(keys).map((key) => key.env);
  return Object.keys(env).flatMap((name) => {
    if (!name.startsWith("SVC_") || known.some((one) => one === name)) return [];
    const meant = nearest(
      name.slice(4),
      known.map((one) => one.slice(4)),
    );
    return meant === undefined ? [] : [{ name, meant: `SVC_${meant}` }];
  });
}
