import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { html } from "../wire/html.ts";
import { form, tokenField } from "./fields.ts";
import { type Page, requireToken, type View, type Visit } from "./page.ts";
import {
  type PasswordFieldState,
  passwordChoice,
  passwordField,
  passwordMistake,
  typedPassword,
} from "./password-field.ts";

const POLICY = { minLength: 12, allowCommon: false };

/** Where an invited administrator chooses a password. It belongs to the server, not to a project. */
export const acceptInvitePage: Page = {
  name: "accept-invite",
  show: (visit, query) => ask(visit, requireToken(query), {}),
  async submit(visit, fields) {
    const token = requireToken(fields);
    const typed = typedPassword(fields);
    if (typed) return ask(visit, token, { typed });
    const password = fields.get("password") ?? "";
    try {
      const { admin } = await visit.call(AdminAccountService.method.acceptInvite, { token, password });
      return done(visit, admin?.email ?? "");
    } catch (error) {
      return ask(visit, token, { problem: passwordMistake(error) });
    }
  },
  afterDeadLink: () => html`
<p>If you have already accepted the invitation, all is well: sign in to the console.</p>
<p>If not, ask the administrator who invited you for a new invitation.</p>`,
};

function ask({ brand, baseUrl }: Visit, token: string, state: PasswordFieldState): View {
  const field = passwordField("Password", POLICY, state);
  const button = html`<button>Accept the invitation</button>`;
  return {
    ...(state.problem === undefined ? {} : { status: 400, hasMistake: true }),
    icon: "lock",
    heading: "Become an administrator",
    body: html`
<p>You've been invited to administer the ${brand.name} server at <strong>${new URL(baseUrl).host}</strong>. Choose the password you will sign in with.</p>
${form(acceptInvitePage, html`${tokenField(token)}${passwordChoice(field, button, state)}`)}`,
  };
}

function done({ baseUrl }: Visit, email: string): View {
  return {
    icon: "done",
    heading: "You are an administrator",
    body: html`
<p>Sign in to the <a href="/console/">console</a> as <strong>${email}</strong> with the password you have just chosen.</p>
<p>For the command line, create a personal access token in the console and give it to <code>svc login ${baseUrl}</code>.</p>
<p>You can close this page.</p>`,
  };
}
