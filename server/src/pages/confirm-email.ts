import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { AppError } from "../errors.ts";
import { html } from "../wire/html.ts";
import { inspectLink } from "./email-link.ts";
import { form, tokenField } from "./fields.ts";
import { openApp } from "./open-app.ts";
import { type Page, requireToken, type View, type Visit } from "./page.ts";

export const confirmEmailPage: Page = {
  name: "confirm-email",
  async show(visit, query) {
    const token = requireToken(query);
    await inspectLink(visit, "change_email", token);
    return confirmEmailView(visit, token);
  },
  async submit(visit, fields) {
    const { brand, call } = visit;
    const token = requireToken(fields);
    try {
      const { user } = await call(AuthService.method.confirmEmailChange, { token });
      return {
        icon: "done",
        heading: "Your email address is changed",
        body: html`
<p>Your ${brand.name} account now uses ${user?.email ? html`<strong>${user.email}</strong>` : "your new address"}: sign in with it from now on.</p>
<p>Go back to ${brand.name} to continue. You can close this page.</p>
${openApp(visit)}`,
      };
    } catch (error) {
      if (!(error instanceof AppError) || error.reason !== "EMAIL_ALREADY_EXISTS") throw error;
      return {
        status: 409,
        icon: "warning",
        heading: "This address is in use",
        body: html`
<p>Another ${brand.name} account now uses this address, so yours keeps the one it had.</p>
<p>To use a different address, change it in the app again.</p>`,
      };
    }
  },
  afterDeadLink: () => html`
<p>If you have already confirmed the change, all is well: sign in with your new address.</p>
<p>If not, change the address in the app again and use the link in the latest email.</p>`,
};

export function confirmEmailView({ brand }: Visit, token: string): View {
  const { heading, button } = brand.wording("change_email");
  return {
    icon: "mail",
    heading: heading || "Confirm your new email address",
    body: html`
<p>From now on your ${brand.name} account will use this address, for signing in and for every message. We will let your old address know.</p>
${form(confirmEmailPage, html`${tokenField(token)}<button>${button || "Use this address"}</button>`)}`,
  };
}
