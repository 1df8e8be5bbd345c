import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { AppError } from "../errors.ts";
import { html } from "../wire/html.ts";
import { inspectLink } from "./email-link.ts";
import { openApp } from "./open-app.ts";
import { type Page, requireToken, type View, type Visit } from "./page.ts";
import { removedMethods, reviewForm, type SentReview, sentReview } from "./review-form.ts";
import type { Methods } from "./reviewed-methods.ts";
import { emphasizedEmail, paragraphs, plainText } from "./sentences.ts";

export const confirmEmailPage: Page = {
  name: "confirm-email",
  async show(visit, query) {
    const token = requireToken(query);
    return confirmEmailView(visit, token, await inspectLink(visit, "change_email", token));
  },
  async submit(visit, fields) {
    const token = requireToken(fields);
    const review = sentReview(fields);
    try {
      const { user } = await visit.call(AuthService.method.confirmEmailChange, { token, ...review });
      return emailChangedView(visit, user?.email || undefined, review);
    } catch (error) {
      if (!(error instanceof AppError) || error.reason !== "EMAIL_ALREADY_EXISTS") throw error;
      return newAddressInUseView(visit);
    }
  },
  afterDeadLink: (visit) => html`
${paragraphs(visit, "page.confirm_email.dead_link_confirmed")}
${paragraphs(visit, "page.confirm_email.dead_link_new")}`,
};

export function confirmEmailView(visit: Visit, token: string, methods: Methods): View {
  const confirmButton = html`<button>${plainText(visit, "page.confirm_email.button")}</button>`;
  return {
    icon: "mail",
    heading: plainText(visit, "page.confirm_email.heading"),
    body: html`
${paragraphs(visit, "page.confirm_email.body")}
${reviewForm(visit, confirmEmailPage, token, methods, confirmButton)}`,
  };
}

export function emailChangedView(visit: Visit, email: string | undefined, review: SentReview): View {
  return {
    icon: "done",
    heading: plainText(visit, "page.confirm_email.done_heading"),
    body: html`
${email !== undefined && paragraphs(visit, "page.confirm_email.done", { email: emphasizedEmail(email) })}
${removedMethods(visit, review)}
${paragraphs(visit, "page.back_to_app")}
${openApp(visit)}`,
  };
}

export function newAddressInUseView(visit: Visit): View {
  return {
    status: 409,
    icon: "warning",
    heading: plainText(visit, "page.failure.in_use_heading"),
    body: html`
${paragraphs(visit, "page.confirm_email.in_use")}
${paragraphs(visit, "page.confirm_email.in_use_again")}`,
  };
}
