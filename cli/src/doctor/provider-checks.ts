import type { CheckStatusJson, SignInProviderCheckJson } from "@svc/proto/svc/admin/v1/sign_in_provider_pb";
import type { Call } from "../remote/client.ts";
import { oneLine } from "../table.ts";
import { type Check, type CheckStatus, checkOf, refusedCheck } from "./check.ts";

const statuses: Readonly<Record<CheckStatusJson, CheckStatus>> = {
  CHECK_STATUS_UNSPECIFIED: "not_checked",
  CHECK_STATUS_OK: "ok",
  CHECK_STATUS_WARNING: "warning",
  CHECK_STATUS_FAILURE: "failure",
  CHECK_STATUS_UNKNOWN: "not_checked",
};

const enumOf = { google: "OAUTH_PROVIDER_GOOGLE", apple: "OAUTH_PROVIDER_APPLE" } as const;

/** The server looks at the provider itself: it is the server that must reach it, with what it has stored. */
export async function providerChecks(
  call: Call,
  project: string,
  provider: "google" | "apple",
): Promise<Check[]> {
  try {
    const request = { project, provider: enumOf[provider] };
    const { checks = [] } = await call("ProjectService", "checkSignInProvider", request);
    return checks.map(checkOfServer);
  } catch (error) {
    return [refusedCheck(checkOf(provider, `${provider} sign-in`), error)];
  }
}

/** The server fetches the association files as phones and browsers do. */
export async function passkeyChecks(call: Call, project: string): Promise<Check[]> {
  try {
    const { checks = [] } = await call("ProjectService", "checkPasskeys", { project });
    return checks.map(checkOfServer);
  } catch (error) {
    return [refusedCheck(checkOf("passkeys", "Passkeys"), error)];
  }
}

function checkOfServer({
  name = "",
  title = "",
  status = "CHECK_STATUS_UNSPECIFIED",
  message = "",
  remedy = "",
}: SignInProviderCheckJson): Check {
  return {
    id: name,
    title: oneLine(title),
    status: statuses[status],
    seen: oneLine(message),
    remedy: oneLine(remedy),
  };
}
