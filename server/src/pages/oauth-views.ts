import type { AppError, Reason } from "../errors.ts";
import { STATUS } from "../wire/errors.ts";
import { html } from "../wire/html.ts";
import { somethingElse, tooManyAttempts } from "./failure.ts";
import type { IconName } from "./icons.ts";
import type { Presentation, View } from "./page.ts";
import { paragraphs, plainText } from "./sentences.ts";

export type ReturnOutcome = "signed-in" | "cancelled" | "failed";

const RETURNS = {
  "signed-in": { key: "page.return.signed_in", icon: "done" },
  cancelled: { key: "page.return.cancelled", icon: "link" },
  failed: { key: "page.return.failed", icon: "warning" },
} as const satisfies Record<ReturnOutcome, { key: string; icon: IconName }>;

/** Shown while the browser hands over to the app, and for as long as it does not: some wait for a tap. */
export function returnView(presentation: Presentation, href: string, outcome: ReturnOutcome): View {
  const { key, icon } = RETURNS[outcome];
  return {
    icon,
    heading: plainText(presentation, `${key}_heading`),
    body: html`${paragraphs(presentation, key)}<p class="action"><a class="button" href="${href}">${plainText(presentation, "page.return.button")}</a></p>`,
  };
}

/** When it is not certain where the browser may be sent: it stays here. */
export function oauthFailureView(failure: AppError, presentation: Presentation, requestId: string): View {
  const status = STATUS[failure.status].http;
  switch (failure.reason) {
    case "RATE_LIMITED":
      return tooManyAttempts(presentation, Number(failure.metadata.retry_after_seconds), status);
    case "OAUTH_FLOW_INVALID":
      return notBegunHere(presentation, status);
    case "REDIRECT_NOT_ALLOWED":
    case "API_KEY_MISSING":
    case "API_KEY_INVALID":
    case "WRONG_SURFACE":
    case "INVALID_REQUEST":
    case "REQUEST_TOO_LARGE":
      return appIsWrong(presentation, failure, status);
    default:
      return somethingElse(presentation, requestId, status);
  }
}

function notBegunHere(presentation: Presentation, status: number): View {
  return {
    status,
    icon: "link",
    heading: plainText(presentation, "page.return.lost_heading"),
    body: html`${paragraphs(presentation, "page.return.lost")}
${paragraphs(presentation, "page.return.lost_again")}`,
  };
}

const HINTS: Partial<Record<Reason, string>> = {
  REDIRECT_NOT_ALLOWED: "redirect_to is not among the project's redirect schemes and origins",
  API_KEY_MISSING: "send the project's publishable key as key",
  API_KEY_INVALID: "no project has this key",
  WRONG_SURFACE: "send the publishable key, pk_…, and keep the secret one secret",
};

/** The hint is for the people who build the app. It is in English, like the answers of the API. */
function appIsWrong(presentation: Presentation, failure: AppError, status: number): View {
  const { reason, message, metadata } = failure;
  const { field, problem } = metadata;
  const hint =
    field === undefined || problem === undefined ? (HINTS[reason] ?? message) : `${field} ${problem}`;
  return {
    status,
    icon: "warning",
    heading: plainText(presentation, "page.return.wrong_heading"),
    body: html`${paragraphs(presentation, "page.return.wrong")}
<p class="quiet" lang="en" dir="ltr">For its developers: <code>${reason}</code>, ${hint}.</p>`,
  };
}
