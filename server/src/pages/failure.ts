import type { AppError } from "../errors.ts";
import { STATUS } from "../wire/errors.ts";
import { type Html, html } from "../wire/html.ts";
import { type Brand, neutralBrand } from "./brand.ts";
import type { Page, View, Visit } from "./page.ts";

type FailedVisit = Readonly<{
  page: Page;
  visit: Visit | undefined;
  requestId: string;
  /** A form was sent; otherwise a page was only to be shown. */
  isForm: boolean;
}>;

const TRY_AGAIN = html`<p class="action"><a class="button" href="">Try again</a></p>`;

/** What the visitor sees when a visit fails. Dead links are all alike: nothing tells used from unknown ones. */
export function failureView(failure: AppError, { page, visit, requestId, isForm }: FailedVisit): View {
  // Another try is a look at the same address. A form is sent again with the browser's own button, which keeps the fields.
  const retry = isForm ? undefined : TRY_AGAIN;
  const status = STATUS[failure.status].http;
  switch (failure.reason) {
    case "EMAIL_TOKEN_INVALID":
      return visit ? deadLink(page, visit, status) : notFound;
    case "RATE_LIMITED":
      return tooManyAttempts(Number(failure.metadata.retry_after_seconds), status, retry);
    case "NOT_FOUND":
      return notFound;
    case "CSRF_REJECTED":
      return fromElsewhere;
    case "INVALID_REQUEST":
      return unreadable(failure.metadata.field === "content-type" ? 415 : status);
    case "REQUEST_TOO_LARGE":
      return unreadable(413);
    default:
      return somethingElse(visit?.brand ?? neutralBrand, requestId, status, retry);
  }
}

const notFound: View = {
  status: 404,
  icon: "link",
  heading: "Page not found",
  body: html`<p>There is nothing at this address. If you came from an email, open its link again and make sure that it is complete.</p>`,
};

const fromElsewhere: View = {
  status: 403,
  icon: "warning",
  heading: "This came from another site",
  body: html`<p>For your safety nothing was changed. Open the link in your email and press the button on that page.</p>`,
};

function deadLink(page: Page, visit: Visit, status: number): View {
  return {
    status,
    icon: "link",
    heading: "This link no longer works",
    body: html`<p>It has been used, has expired, or was replaced by a newer email.</p>${page.afterDeadLink(visit)}`,
  };
}

export function tooManyAttempts(seconds: number, status: number, retry?: Html): View {
  return {
    status,
    icon: "clock",
    heading: "Too many attempts",
    body: html`<p>Please wait ${waitText(seconds)}, then try again.</p>${retry}`,
  };
}

function waitText(seconds: number): string {
  if (!(seconds > 0)) return "a few minutes";
  if (seconds <= 60) return "a minute";
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 60) return `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? "an hour" : `${hours} hours`;
}

function unreadable(status: number): View {
  return {
    status,
    icon: "warning",
    heading: "This form could not be read",
    body: html`<p>Nothing was changed. Open the link in your email and try again.</p>`,
  };
}

export function somethingElse(brand: Brand, requestId: string, status: number, retry?: Html): View {
  return {
    status,
    icon: "warning",
    heading: "Something went wrong",
    body: html`<p>Please try again in a few minutes.</p>
<p class="quiet">If it happens again, ${contact(brand)} and quote this number:<br><code>${requestId}</code></p>${retry}`,
  };
}

/** Whom to turn to, as a part of a sentence. */
export function contact({ name, supportEmail }: Brand): Html {
  return supportEmail === ""
    ? html`contact the people who run ${name || "the app"}`
    : html`contact <a href="mailto:${supportEmail}">${supportEmail}</a>`;
}
