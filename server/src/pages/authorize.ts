import { html } from "../wire/html.ts";
import type { Page, View, Visit } from "./page.ts";
import { paragraphs, plainText } from "./sentences.ts";

/**
 * The authorization endpoint of the discovery document, which OpenID Connect requires. There is no such flow, and
 * people who come here have set up a program for it: the page says what to use instead.
 */
export const authorizePage: Page = {
  name: "authorize",
  show: authorizeView,
  afterDeadLink: () => html``,
};

/** What developers need is in English, like the API. */
export function authorizeView(visit: Visit): View {
  const { baseUrl, config } = visit;
  const issuer = `${baseUrl}/p/${config.slug}`;
  return {
    status: 400,
    icon: "warning",
    heading: plainText(visit, "page.authorize.heading"),
    body: html`
${paragraphs(visit, "page.authorize.body")}
<p class="quiet" lang="en" dir="ltr">For developers: apps sign in with the client library or the API, see <code>${baseUrl}/docs/</code>. Backends and gateways verify the access token: its issuer is <code>${issuer}</code> and the public keys are at <code>${issuer}/.well-known/jwks.json</code>.</p>`,
  };
}
