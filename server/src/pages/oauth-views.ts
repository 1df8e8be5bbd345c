import type { AppError, Reason } from "../errors.ts";
import { STATUS } from "../wire/errors.ts";
import { html } from "../wire/html.ts";
import type { Brand } from "./brand.ts";
import { somethingElse, tooManyAttempts } from "./failure.ts";
import type { View } from "./page.ts";

export type ReturnOutcome = "signed-in" | "cancelled" | "failed";

/** Shown while the browser hands over to the app, and for as long as it does not: some wait for a tap. */
export function returnView({ name }: Brand, href: string, outcome: ReturnOutcome): View {
  const app = name || "the app";
  const link = html`<p class="action"><a class="button" href="${href}">Return to ${app}</a></p>`;
  switch (outcome) {
    case "signed-in":
      return {
        icon: "done",
        heading: "Almost there",
        body: html`<p>Go back to ${app} to finish signing in. If it does not open by itself, press the button.</p>${link}`,
      };
    case "cancelled":
      return {
        icon: "link",
        heading: "Sign-in cancelled",
        body: html`<p>Nothing was shared with ${app}, and you are not signed in.</p>${link}`,
      };
    case "failed":
      return {
        icon: "warning",
        heading: "Sign-in did not work",
        body: html`<p>You are not signed in. Go back to ${app} and try again.</p>${link}`,
      };
  }
}

/** When it is not certain where the browser may be sent: it stays here. */
export function oauthFailureView(failure: AppError, brand: Brand, requestId: string): View {
  const status = STATUS[failure.status].http;
  switch (failure.reason) {
    case "RATE_LIMITED":
      return tooManyAttempts(Number(failure.metadata.retry_after_seconds), status);
    case "OAUTH_FLOW_INVALID":
      return notBegunHere(brand, status);
    case "REDIRECT_NOT_ALLOWED":
    case "API_KEY_MISSING":
    case "API_KEY_INVALID":
    case "WRONG_SURFACE":
    case "INVALID_REQUEST":
    case "REQUEST_TOO_LARGE":
      return appIsWrong(failure, status);
    default:
      return somethingElse(brand, requestId, status);
  }
}

function notBegunHere({ name }: Brand, status: number): View {
  return {
    status,
    icon: "link",
    heading: "We couldn't complete this sign-in",
    body: html`<p>It was started in another browser, took too long, or is already finished.</p>
<p>Go back to ${name || "the app"} and sign in again.</p>`,
  };
}

const HINTS: Partial<Record<Reason, string>> = {
  REDIRECT_NOT_ALLOWED: "redirect_to is not among the project's redirect schemes and origins",
  API_KEY_MISSING: "send the project's publishable key as key",
  API_KEY_INVALID: "no project has this key",
  WRONG_SURFACE: "send the publishable key, pk_…, and keep the secret one secret",
};

/** For the people who build the app: nobody else sees it, unless the app was never tried. */
function appIsWrong({ reason, message, metadata }: AppError, status: number): View {
  const { field, problem } = metadata;
  const hint =
    field === undefined || problem === undefined ? (HINTS[reason] ?? message) : `${field} ${problem}`;
  return {
    status,
    icon: "warning",
    heading: "Sign-in is not set up correctly",
    body: html`<p>The app sent you here in a way that this server does not accept. You are not signed in.</p>
<p class="quiet">For its developers: <code>${reason}</code>, ${hint}.</p>`,
  };
}
