import { html } from "../wire/html.ts";
import { showEmailCode } from "./email-code.ts";
import type { Page, View, Visit } from "./page.ts";

/** What people see who follow a link of the app where the app is not installed, or does not claim it. */
export const appPage: Page = {
  name: "app",
  show: (visit, query) => (query.has("flow") ? showEmailCode(visit, query) : explain(visit)),
  afterDeadLink: ({ brand }) => html`
<p>If you are signed in already, all is well. If not, go back to ${brand.name} and ask for a new code.</p>`,
};

function explain({ brand }: Visit): View {
  return {
    icon: "link",
    heading: `Go back to ${brand.name}`,
    body: html`
<p>This link opens the ${brand.name} app on a device where it is installed.</p>
<p>If you were signing in, go back to the app and try again. You can close this page.</p>`,
  };
}
