import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { form, tokenField } from "./fields.ts";
import { html } from "./html.ts";
import { type Page, requireToken, type View, type Visit } from "./page.ts";
import { passwordField, passwordMistake } from "./password-field.ts";

type Words = Readonly<{
  text: "reset_password" | "invite_user";
  heading: string;
  explanation: (name: string) => string;
  button: string;
  doneHeading: string;
  doneText: string;
  deadLink: (name: string) => string;
}>;

export const resetPage: Page = passwordPage("reset", {
  text: "reset_password",
  heading: "Choose a new password",
  explanation: (name) => `For your ${name} account. All devices will be signed out.`,
  button: "Save new password",
  doneHeading: "Your password is changed",
  doneText: "All devices are signed out.",
  deadLink: (name) => `Go back to ${name}, choose “Forgot password” and use the link in the latest email.`,
});

export const invitePage: Page = passwordPage("invite", {
  text: "invite_user",
  heading: "Choose a password",
  explanation: (name) => `An account was made for you at ${name}. With a password it is yours.`,
  button: "Save password",
  doneHeading: "Your account is ready",
  doneText: "Your password is saved.",
  deadLink: (name) => `Go to ${name} and choose “Forgot password” to get a new link.`,
});

/** A reset and an invitation end the same way: somebody who owns the mailbox chooses a password. */
function passwordPage(name: string, words: Words): Page {
  const ask = (visit: Visit, token: string, problem?: string): View =>
    passwordForm(page, words, visit, token, problem);
  const page: Page = {
    name,
    show: (visit, query) => ask(visit, requireToken(query)),
    async submit(visit, fields) {
      const token = requireToken(fields);
      const newPassword = fields.get("password") ?? "";
      try {
        await visit.call(AuthService.method.confirmPasswordReset, { token, newPassword });
      } catch (error) {
        return ask(visit, token, passwordMistake(error));
      }
      return {
        icon: "done",
        heading: words.doneHeading,
        body: html`
<p>${words.doneText}</p>
<p>Go back to ${visit.brand.name} and sign in with your new password. You can close this page.</p>`,
      };
    },
    afterDeadLink: ({ brand }) => html`
<p>${words.deadLink(brand.name)}</p>`,
  };
  return page;
}

function passwordForm(
  page: Page,
  words: Words,
  { brand, config }: Visit,
  token: string,
  problem?: string,
): View {
  const { heading, button } = brand.wording(words.text);
  const policy = config.passwordPolicy ?? { minLength: 0, allowCommon: false };
  const field = passwordField("New password", policy, problem);
  return {
    ...(problem === undefined ? {} : { status: 400, hasMistake: true }),
    icon: "lock",
    heading: heading || words.heading,
    body: html`
<p>${words.explanation(brand.name)}</p>
${form(page, html`${tokenField(token)}${field}<button>${button || words.button}</button>`)}`,
  };
}
