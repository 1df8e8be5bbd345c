import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { type Html, html } from "../wire/html.ts";
import { inspectLink, type LinkPurpose } from "./email-link.ts";
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
import { removedMethods } from "./review-form.ts";
import {
  type Choice,
  choiceIn,
  keepFields,
  type Methods,
  methodsIn,
  NO_METHODS,
} from "./reviewed-methods.ts";
import { paragraphs, plainText } from "./sentences.ts";

/** Whose sentences the page says. */
type Kind = "reset" | "invite";

export const resetPage: Page = passwordPage("reset", "reset_password");
export const invitePage: Page = passwordPage("invite", "invite_user");

/** What the form shows beside the password. */
export type PasswordFormState = PasswordFieldState &
  Readonly<{
    token: string;
    methods: Methods;
    choice?: Choice | undefined;
    /** Instead of what the page says by itself. */
    explanation?: Html;
  }>;

/** A reset and an invitation end the same way: somebody who owns the mailbox chooses a password. */
function passwordPage(kind: Kind, purpose: LinkPurpose): Page {
  return {
    name: kind,
    async show(visit, query) {
      const token = requireToken(query);
      const methods = await inspectLink(visit, purpose, token);
      return passwordView(kind, visit, { token, methods });
    },
    async submit(visit, fields) {
      const token = requireToken(fields);
      const typed = typedPassword(fields);
      if (typed) {
        const methods = await inspectLink(visit, purpose, token);
        return passwordView(kind, visit, { token, methods, choice: choiceIn(fields), typed });
      }
      const newPassword = fields.get("password") ?? "";
      const choice = choiceIn(fields);
      const kept = choice && methodsIn(choice.kept);
      try {
        await visit.call(AuthService.method.confirmPasswordReset, {
          token,
          newPassword,
          ...(kept && {
            keepProviders: { providers: kept.providers },
            keepPasskeys: { passkeyIds: kept.passkeyIds },
          }),
        });
      } catch (error) {
        const problem = passwordMistake(visit, error);
        const methods = await inspectLink(visit, purpose, token);
        return passwordView(kind, visit, { token, methods, choice, problem });
      }
      return passwordSavedView(kind, visit, choice);
    },
    afterDeadLink: (visit) => paragraphs(visit, `page.${kind}.dead_link`),
  };
}

/** The form of the reset page, which another page may show as its next step: it posts to the reset page. */
export function resetView(visit: Visit, state: PasswordFormState): View {
  return passwordView("reset", visit, state);
}

/** The form of an invitation, as its visitor sees it first. */
export function inviteView(visit: Visit, token: string): View {
  return passwordView("invite", visit, { token, methods: NO_METHODS });
}

function passwordView(kind: Kind, visit: Visit, state: PasswordFormState): View {
  const { token, methods, choice, problem, explanation } = state;
  const policy = visit.config.passwordPolicy ?? { minLength: 0, allowCommon: false };
  const field = passwordField(visit, plainText(visit, "page.password.new_label"), policy, state);
  const button = html`<button>${plainText(visit, `page.${kind}.button`)}</button>`;
  const rest = html`${keepFields(visit, methods, choice)}${button}`;
  return {
    ...(problem === undefined ? {} : { status: 400, hasMistake: true }),
    icon: "lock",
    heading: plainText(visit, `page.${kind}.heading`),
    body: html`
${explanation ?? paragraphs(visit, `page.${kind}.body`)}
${form(visit, { name: kind }, html`${tokenField(token)}${passwordChoice(visit, field, rest, state)}`)}`,
  };
}

export function passwordSavedView(kind: Kind, visit: Visit, choice?: Choice): View {
  const removed = choice?.listed.filter((value) => !choice.kept.includes(value)) ?? [];
  const { providers, passkeyIds } = methodsIn(removed);
  return {
    icon: "done",
    heading: plainText(visit, `page.${kind}.done_heading`),
    body: html`
${paragraphs(visit, `page.${kind}.done`)}
${removedMethods(visit, { removeProviders: providers, removePasskeys: passkeyIds, removeTotp: false })}
${paragraphs(visit, "page.password.sign_in")}
${openApp(visit)}`,
  };
}
