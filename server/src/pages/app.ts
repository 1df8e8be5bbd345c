import { html } from "../wire/html.ts";
import { showEmailCode } from "./email-code.ts";
import type { Page, View, Visit } from "./page.ts";
import { paragraphs, plainText } from "./sentences.ts";

/** What people see who follow a link of the app where the app is not installed, or does not claim it. */
export const appPage: Page = {
  name: "app",
  show: (visit, query) => (query.has("flow") ? showEmailCode(visit, query) : goBackView(visit)),
  afterDeadLink: (visit) => paragraphs(visit, "page.code.dead_link"),
};

export function goBackView(visit: Visit): View {
  return {
    icon: "link",
    heading: plainText(visit, "page.app.heading"),
    body: html`
${paragraphs(visit, "page.app.body")}
${paragraphs(visit, "page.app.try_again")}`,
  };
}
