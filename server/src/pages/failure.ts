import type { AppError } from "../errors.ts";
import { STATUS } from "../wire/errors.ts";
import { type Html, html } from "../wire/html.ts";
import { contact } from "./contact.ts";
import type { Page, Presentation, View, Visit } from "./page.ts";
import { paragraphs, plainText, sentence } from "./sentences.ts";

type FailedVisit = Readonly<{
  page: Page;
  /** Undefined when it failed before anything was known of the project. */
  visit: Visit | undefined;
  presentation: Presentation;
  requestId: string;
  /** A form was sent; otherwise a page was only to be shown. */
  isForm: boolean;
}>;

/** What the visitor sees when a visit fails. Dead links are all alike: nothing tells used from unknown ones. */
export function failureView(failure: AppError, failed: FailedVisit): View {
  const { page, visit, presentation, requestId, isForm } = failed;
  // Another try is a look at the same address. A form is sent again with the browser's own button, which keeps the fields.
  const retry = isForm ? undefined : tryAgain(presentation);
  const status = STATUS[failure.status].http;
  switch (failure.reason) {
    case "EMAIL_TOKEN_INVALID":
      return visit ? deadLinkView(page, visit, status) : notFound(presentation);
    case "RATE_LIMITED":
      return tooManyAttempts(presentation, Number(failure.metadata.retry_after_seconds), status, retry);
    case "NOT_FOUND":
      return notFound(presentation);
    case "CSRF_REJECTED":
      return fromElsewhere(presentation);
    case "INVALID_REQUEST":
      return unreadable(presentation, failure.metadata.field === "content-type" ? 415 : status);
    case "REQUEST_TOO_LARGE":
      return unreadable(presentation, 413);
    default:
      return somethingElse(presentation, requestId, status, retry);
  }
}

function tryAgain(presentation: Presentation): Html {
  return html`<p class="action"><a class="button" href="">${plainText(presentation, "page.failure.try_again")}</a></p>`;
}

function notFound(presentation: Presentation): View {
  return {
    status: 404,
    icon: "link",
    heading: plainText(presentation, "page.failure.not_found_heading"),
    body: paragraphs(presentation, "page.failure.not_found"),
  };
}

function fromElsewhere(presentation: Presentation): View {
  return {
    status: 403,
    icon: "warning",
    heading: plainText(presentation, "page.failure.elsewhere_heading"),
    body: paragraphs(presentation, "page.failure.elsewhere"),
  };
}

export function deadLinkView(page: Pick<Page, "afterDeadLink">, visit: Visit, status: number): View {
  return {
    status,
    icon: "link",
    heading: plainText(visit, "page.failure.dead_link_heading"),
    body: html`${paragraphs(visit, "page.failure.dead_link")}${page.afterDeadLink(visit)}`,
  };
}

export function tooManyAttempts(
  presentation: Presentation,
  seconds: number,
  status: number,
  retry?: Html,
): View {
  return {
    status,
    icon: "clock",
    heading: plainText(presentation, "page.failure.many_heading"),
    body: html`${whenToTryAgain(presentation, seconds)}${retry}`,
  };
}

const MINUTE_MS = 60_000;

/** In minutes up to an hour, then in hours. */
function whenToTryAgain(presentation: Presentation, seconds: number): Html {
  if (!(seconds > 0)) return paragraphs(presentation, "page.failure.later");
  const minutes = Math.ceil(seconds / 60);
  const shown = minutes <= 60 ? minutes : Math.ceil(minutes / 60) * 60;
  const lifetime = presentation.wording.duration(shown * MINUTE_MS);
  return paragraphs(presentation, "page.failure.many_wait", { lifetime });
}

function unreadable(presentation: Presentation, status: number): View {
  return {
    status,
    icon: "warning",
    heading: plainText(presentation, "page.failure.unreadable_heading"),
    body: paragraphs(presentation, "page.failure.unreadable"),
  };
}

export function somethingElse(
  presentation: Presentation,
  requestId: string,
  status: number,
  retry?: Html,
): View {
  const number = html`<code dir="ltr">${requestId}</code>`;
  return {
    status,
    icon: "warning",
    heading: plainText(presentation, "page.failure.other_heading"),
    body: html`${paragraphs(presentation, "page.failure.later")}
<p class="quiet">${sentence(presentation, "page.failure.quote")}<br>${number}</p>
<p class="quiet">${contact(presentation)}</p>${retry}`,
  };
}
