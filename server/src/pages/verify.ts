import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { html } from "../wire/html.ts";
import { inspectLink } from "./email-link.ts";
import { form, tokenField } from "./fields.ts";
import { openApp } from "./open-app.ts";
import { type Page, requireToken, type View, type Visit } from "./page.ts";
import { removedMethods, reviewForm, type SentReview, sentReview } from "./review-form.ts";
import type { Methods } from "./reviewed-methods.ts";
import { emphasizedEmail, paragraphs, plainText } from "./sentences.ts";

export const verifyPage: Page = {
  name: "verify",
  show: (visit, query) => askAbout(visit, requireToken(query)),
  async submit(visit, fields) {
    const token = requireToken(fields);
    switch (fields.get("step")) {
      case "confirm":
      case "confirm-and-remove":
        return confirm(visit, token, sentReview(fields));
      case "not-me":
        return askToReject(visit, token);
      case "reject":
        return reject(visit, token);
      default:
        return askAbout(visit, token);
    }
  },
  afterDeadLink: (visit) => html`
${paragraphs(visit, "page.verify.dead_link_confirmed")}
${paragraphs(visit, "page.verify.dead_link_new")}`,
};

async function askAbout(visit: Visit, token: string): Promise<View> {
  return verifyView(visit, token, await inspectLink(visit, "verify_email", token));
}

export function verifyView(visit: Visit, token: string, methods: Methods): View {
  const confirmButton = html`<button name="step" value="confirm">${plainText(visit, "page.verify.button")}</button>`;
  const notYouButton = html`<button class="plain" name="step" value="not-me">${plainText(visit, "page.verify.not_you_button")}</button>`;
  return {
    icon: "mail",
    heading: plainText(visit, "page.verify.heading"),
    body: html`
${paragraphs(visit, "page.verify.body")}
${reviewForm(visit, verifyPage, token, methods, confirmButton)}
<div class="aside">
${paragraphs(visit, "page.verify.not_you")}
${form(visit, verifyPage, html`${tokenField(token)}${notYouButton}`)}
</div>`,
  };
}

async function confirm(visit: Visit, token: string, review: SentReview): Promise<View> {
  const { user } = await visit.call(AuthService.method.confirmEmailVerification, { token, ...review });
  return confirmedView(visit, user?.email || undefined, review);
}

export function confirmedView(visit: Visit, email: string | undefined, review: SentReview): View {
  return {
    icon: "done",
    heading: plainText(visit, "page.verify.done_heading"),
    body: html`
${email !== undefined && paragraphs(visit, "page.verify.done", { email: emphasizedEmail(email) })}
${removedMethods(visit, review)}
${paragraphs(visit, "page.back_to_app")}
${openApp(visit)}`,
  };
}

async function askToReject(visit: Visit, token: string): Promise<View> {
  const { rejectDeletesAccount } = await inspectLink(visit, "verify_email", token);
  return rejectView(visit, token, rejectDeletesAccount);
}

export function rejectView(visit: Visit, token: string, deletesAccount: boolean): View {
  const key = deletesAccount ? "page.verify.delete" : "page.verify.detach";
  const button = html`<button class="danger" name="step" value="reject">${plainText(visit, `${key}_button`)}</button>`;
  const back = html`<button class="plain" name="step" value="back">${plainText(visit, "page.verify.back_button")}</button>`;
  return {
    icon: "bin",
    heading: plainText(visit, `${key}_heading`),
    body: html`
${paragraphs(visit, `${key}_body`)}
${form(visit, verifyPage, html`${tokenField(token)}${button}`)}
${form(visit, verifyPage, html`${tokenField(token)}${back}`)}`,
  };
}

/** Says what has happened, which may differ from what was announced when the account has changed since. */
async function reject(visit: Visit, token: string): Promise<View> {
  const { accountDeleted } = await visit.call(AuthService.method.rejectEmailVerification, { token });
  return rejectedView(visit, accountDeleted);
}

export function rejectedView(visit: Visit, accountDeleted: boolean): View {
  if (accountDeleted) {
    return {
      icon: "done",
      heading: plainText(visit, "page.verify.deleted_heading"),
      body: paragraphs(visit, "page.verify.deleted"),
    };
  }
  return {
    icon: "done",
    heading: plainText(visit, "page.verify.detached_heading"),
    body: html`
${paragraphs(visit, "page.verify.detached")}
${paragraphs(visit, "page.verify.detached_close")}`,
  };
}
