import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { type Html, html } from "../wire/html.ts";
import { type EmailLink, inspectLink, type LinkPurpose } from "./email-link.ts";
import { form, tokenField } from "./fields.ts";
import { openApp } from "./open-app.ts";
import { type Page, requireToken, type View, type Visit } from "./page.ts";
import {
  type PasswordFieldState,
  passwordChoice,
  passwordField,
  passwordMistake,
  typedPassword,
} from "./password-field.ts";
import { type Choice, choiceIn, keepFields, methodNames } from "./reviewed-identities.ts";

type Words = Readonly<{
  text: "reset_password" | "invite_user";
  heading: string;
  explanation: (name: string) => string;
  button: string;
  doneHeading: string;
  doneText: string;
  deadLink: (name: string) => string;
}>;

const RESET: Words = {
  text: "reset_password",
  heading: "Choose a new password",
  explanation: (name) => `For your ${name} account. All devices will be signed out.`,
  button: "Save new password",
  doneHeading: "Your password is changed",
  doneText: "All devices are signed out.",
  deadLink: (name) => `Go back to ${name}, choose “Forgot password” and use the link in the latest email.`,
};

const INVITE: Words = {
  text: "invite_user",
  heading: "Choose a password",
  explanation: (name) => `You've been invited to ${name}. Choose a password to activate your account.`,
  button: "Save password",
  doneHeading: "Your account is ready",
  doneText: "Your password is saved.",
  deadLink: (name) => `Go to ${name} and choose “Forgot password” to get a new link.`,
};

export const resetPage: Page = passwordPage("reset", "reset_password", RESET);
export const invitePage: Page = passwordPage("invite", "invite_user", INVITE);

/** What the form shows beside the password. */
export type PasswordFormState = PasswordFieldState &
  Readonly<{
    token: string;
    identities: EmailLink["identities"];
    choice?: Choice | undefined;
    /** Instead of what the page says by itself. */
    explanation?: Html;
  }>;

/** A reset and an invitation end the same way: somebody who owns the mailbox chooses a password. */
function passwordPage(name: string, purpose: LinkPurpose, words: Words): Page {
  return {
    name,
    async show(visit, query) {
      const token = requireToken(query);
      const { identities } = await inspectLink(visit, purpose, token);
      return passwordView(name, words, visit, { token, identities });
    },
    async submit(visit, fields) {
      const token = requireToken(fields);
      const typed = typedPassword(fields);
      if (typed) {
        const { identities } = await inspectLink(visit, purpose, token);
        return passwordView(name, words, visit, { token, identities, choice: choiceIn(fields), typed });
      }
      const newPassword = fields.get("password") ?? "";
      const choice = choiceIn(fields);
      const keepProviders = choice && { providers: [...choice.kept] };
      try {
        await visit.call(AuthService.method.confirmPasswordReset, {
          token,
          newPassword,
          ...(keepProviders && { keepProviders }),
        });
      } catch (error) {
        const problem = passwordMistake(error);
        const { identities } = await inspectLink(visit, purpose, token);
        return passwordView(name, words, visit, { token, identities, choice, problem });
      }
      return done(words, visit, choice);
    },
    afterDeadLink: ({ brand }) => html`
<p>${words.deadLink(brand.name)}</p>`,
  };
}

/** The form of the reset page, which another page may show as its next step: it posts to the reset page. */
export function resetView(visit: Visit, state: PasswordFormState): View {
  return passwordView(resetPage.name, RESET, visit, state);
}

/** The form of an invitation, as its visitor sees it first. */
export function inviteView(visit: Visit, token: string): View {
  return passwordView(invitePage.name, INVITE, visit, { token, identities: [] });
}

function passwordView(name: string, words: Words, { brand, config }: Visit, state: PasswordFormState): View {
  const { token, identities, choice, problem, explanation } = state;
  const { heading, button } = brand.wording(words.text);
  const policy = config.passwordPolicy ?? { minLength: 0, allowCommon: false };
  const field = passwordField("New password", policy, state);
  const rest = html`${keepFields(identities, choice)}<button>${button || words.button}</button>`;
  return {
    ...(problem === undefined ? {} : { status: 400, hasMistake: true }),
    icon: "lock",
    heading: heading || words.heading,
    body: html`
${explanation ?? html`<p>${words.explanation(brand.name)}</p>`}
${form({ name }, html`${tokenField(token)}${passwordChoice(field, rest, state)}`)}`,
  };
}

function done(words: Words, visit: Visit, choice: Choice | undefined): View {
  const removed = choice?.listed.filter((provider) => !choice.kept.includes(provider)) ?? [];
  return {
    icon: "done",
    heading: words.doneHeading,
    body: html`
<p>${words.doneText}${removed.length > 0 && ` You can no longer sign in with ${methodNames(removed)}.`}</p>
<p>Go back to ${visit.brand.name} and sign in with your new password. You can close this page.</p>
${openApp(visit)}`,
  };
}
