import type { AppError, Reason } from "../../errors.ts";
import { type RedirectTarget, withParameters } from "./redirect-target.ts";

/** The end of a flow: the browser returns to the app with the result. */
export type ReturnToApp = Readonly<{
  kind: "back";
  to: RedirectTarget["kind"];
  href: string;
  outcome: "signed-in" | "cancelled" | "failed";
  failure?: AppError;
}>;

/** RFC 6749, section 4.1.2.1. Other reasons become `server_error`. */
const ERRORS: Partial<Record<Reason, string>> = {
  INVALID_REQUEST: "invalid_request",
  OAUTH_PROVIDER_DISABLED: "unauthorized_client",
  PROVIDER_UNAVAILABLE: "temporarily_unavailable",
  STORAGE_UNAVAILABLE: "temporarily_unavailable",
  OVERLOADED: "temporarily_unavailable",
};

export function returnWithCode(target: RedirectTarget, appState: string, code: string): ReturnToApp {
  return back(target, appState, { code }, { outcome: "signed-in" });
}

export function returnCancelled(target: RedirectTarget, appState: string): ReturnToApp {
  return back(target, appState, { error: "access_denied" }, { outcome: "cancelled" });
}

export function returnWithError(target: RedirectTarget, appState: string, failure: AppError): ReturnToApp {
  const { reason, message, metadata } = failure;
  const { field, problem } = metadata;
  const parameters = {
    error: ERRORS[reason] ?? "server_error",
    error_description: field === undefined || problem === undefined ? message : `${field} ${problem}`,
    reason,
  };
  return back(target, appState, parameters, { outcome: "failed", failure });
}

function back(
  target: RedirectTarget,
  appState: string,
  parameters: Record<string, string>,
  how: Pick<ReturnToApp, "outcome" | "failure">,
): ReturnToApp {
  const all = appState === "" ? parameters : { ...parameters, state: appState };
  return { kind: "back", to: target.kind, href: withParameters(target.href, all), ...how };
}
