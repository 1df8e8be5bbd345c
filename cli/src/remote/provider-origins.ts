import type { Environment } from "@svc/server/config";
import { keys } from "@svc/server/config";
import { ConfigError } from "@svc/server/errors";
import { isRelease } from "@svc/server/version";
import { currentProcess } from "../current-process.ts";

/** Stand-ins that are asked instead of the providers themselves; undefined means the provider. */
export type Origins = Readonly<Record<keyof typeof variables, string | undefined>>;

const variables = {
  google: keys.googleUrl.env,
  apple: keys.appleUrl.env,
  appStoreConnect: "SVC_DEV_APP_STORE_CONNECT_URL",
  appStore: keys.appStoreUrl.env,
  playStore: keys.playStoreUrl.env,
  stripe: keys.stripeUrl.env,
} as const;

/** For tests and development. A release would hand keys and secrets to whoever can set a variable, and refuses. */
export function providerOrigins(
  env: Environment = currentProcess().env,
  isReleased: boolean = isRelease,
): Origins {
  const set = Object.values(variables).filter((name) => env[name]);
  if (isReleased && set.length > 0) {
    const hint = "unset it, or run svc from its sources";
    throw new ConfigError(`${set.join(" and ")} is for development only`, hint);
  }
  const found = Object.entries(variables).map(([name, variable]) => [name, env[variable] || undefined]);
  return Object.fromEntries(found) as Origins;
}
