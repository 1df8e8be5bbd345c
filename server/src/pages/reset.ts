import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { AppError } from "../errors.ts";
import { describedBy, form, mistake, tokenField } from "./fields.ts";
import { html } from "./html.ts";
import { type Page, requireToken, type View, type Visit } from "./page.ts";

const MAX_LENGTH = 256;

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
        if (!(error instanceof AppError) || error.reason !== "WEAK_PASSWORD") throw error;
        return ask(visit, token, mistakeIn(error.metadata));
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
  const minLength = config.passwordPolicy?.minLength ?? 0;
  // No maxlength: it would cut a pasted password off without a word, and nobody would know the rest.
  const field = html`
<label for="password">New password</label>
<input type="password" id="password" name="password" required autocomplete="new-password" minlength="${minLength}" pattern=".{0,${MAX_LENGTH}}" title="At most ${MAX_LENGTH} characters" autocapitalize="none" autocorrect="off" spellcheck="false" ${describedBy("password", problem !== undefined)}>
${problem !== undefined && mistake("password-mistake", problem)}
<p class="hint" id="password-hint">${policyText(minLength, config.passwordPolicy?.allowCommon ?? false)}</p>`;
  return {
    ...(problem === undefined ? {} : { status: 400, hasMistake: true }),
    icon: "lock",
    heading: heading || words.heading,
    body: html`
<p>${words.explanation(brand.name)}</p>
${form(page, html`${tokenField(token)}${field}<button>${button || words.button}</button>`)}`,
  };
}

function policyText(minLength: number, allowCommon: boolean): string {
  const common = allowCommon ? "" : " Very common passwords are not accepted.";
  return `At least ${minLength} characters. Spaces and symbols are fine.${common}`;
}

function mistakeIn(metadata: Readonly<Record<string, string>>): string {
  switch (metadata.rule) {
    case "min_length":
      return `Too short: use at least ${metadata.min_length} characters`;
    case "max_length":
      return `Too long: use at most ${metadata.max_length} characters`;
    case "common":
      return "Too common: many people use this password. Choose another one";
    case "personal":
      return "Too easy to guess: it is the name of the app or your address";
    default:
      return "Too weak: choose another password";
  }
}
