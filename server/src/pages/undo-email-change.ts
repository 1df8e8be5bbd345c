import { AuthService, type UndoEmailChangeResponse } from "@svc/proto/svc/auth/v1/auth_pb";
import { AppError } from "../errors.ts";
import { html } from "../wire/html.ts";
import { inspectLink } from "./email-link.ts";
import { contact } from "./failure.ts";
import { form, tokenField } from "./fields.ts";
import { type Page, requireToken, type View, type Visit } from "./page.ts";
import { resetView } from "./reset.ts";

/** Where the owner of an account's former address takes the account back. */
export const undoEmailChangePage: Page = {
  name: "undo-email-change",
  async show(visit, query) {
    const token = requireToken(query);
    const { email } = await inspectLink(visit, "undo_email_change", token);
    return undoView(visit, token, email);
  },
  async submit(visit, fields) {
    const token = requireToken(fields);
    try {
      return choosePassword(visit, await visit.call(AuthService.method.undoEmailChange, { token }));
    } catch (error) {
      if (!(error instanceof AppError) || error.reason !== "EMAIL_ALREADY_EXISTS") throw error;
      return addressTaken(visit);
    }
  },
  afterDeadLink: ({ brand }) => html`
<p>If you have already undone the change, your old address works again: go to ${brand.name} and choose “Forgot password” to set a new password.</p>
<p>If not, ${contact(brand)}.</p>`,
};

export function undoView({ brand }: Visit, token: string, email: string): View {
  const { heading, button } = brand.wording("email_changed");
  return {
    icon: "mail",
    heading: heading || "Undo the change of your email address?",
    body: html`
<p>The email address of your ${brand.name} account was changed. If it wasn't you, undo the change:</p>
<ul>
<li>Your account uses <strong>${email}</strong> again</li>
<li>All devices are signed out</li>
<li>The password is removed, and so is every sign-in method that was added recently</li>
<li>You choose a new password right away</li>
</ul>
${form(undoEmailChangePage, html`${tokenField(token)}<button>${button || "Undo the change"}</button>`)}
<div class="aside">
<p>If you changed the address yourself, there is nothing to do: you can close this page.</p>
</div>`,
  };
}

/** The change is undone by now, so nothing may keep the visitor from the form: without the list the defaults hold. */
async function choosePassword(
  visit: Visit,
  { resetToken: token, user }: UndoEmailChangeResponse,
): Promise<View> {
  const { identities } = await inspectLink(visit, "reset_password", token).catch(() => ({ identities: [] }));
  const explanation = html`<p role="status">The change is undone. Your ${visit.brand.name} account uses ${
    user?.email ? html`<strong>${user.email}</strong>` : "your old address"
  } again, and all devices are signed out.</p>`;
  return resetView(visit, { token, identities, explanation });
}

function addressTaken({ brand }: Visit): View {
  return {
    status: 409,
    icon: "warning",
    heading: "This address is in use",
    body: html`
<p>Another ${brand.name} account now uses your old address, so the change could not be undone. Nothing was changed.</p>
<p>To get your account back, ${contact(brand)}.</p>`,
  };
}
