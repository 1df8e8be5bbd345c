import { html } from "../wire/html.ts";
import type { Page, View, Visit } from "./page.ts";

/**
 * The authorization endpoint of the discovery document, which OpenID Connect requires. There is no such flow, and
 * whoever comes here has set up a program for it: the page says what to use instead.
 */
export const authorizePage: Page = {
  name: "authorize",
  show: explain,
  afterDeadLink: () => html``,
};

function explain({ brand, baseUrl, config }: Visit): View {
  const issuer = `${baseUrl}/p/${config.slug}`;
  return {
    status: 400,
    icon: "warning",
    heading: "There is no sign-in here",
    body: html`
<p>This server does not support the OAuth 2.0 authorization code flow. If you wanted to sign in to ${brand.name}, use its app or its website.</p>
<p class="quiet">For developers: apps sign in with the client library or the API, see <code>${baseUrl}/docs/</code>. Backends and gateways verify the access token: its issuer is <code>${issuer}</code> and the public keys are at <code>${issuer}/.well-known/jwks.json</code>.</p>`,
  };
}
