import { AppError } from "../errors.ts";
import { type Html, html } from "../wire/html.ts";
import { describedBy, mistake } from "./fields.ts";
import type { Presentation } from "./page.ts";
import { inOneLine, plainText, pluralSentence } from "./sentences.ts";

const MAX_LENGTH = 256;

type Policy = Readonly<{ minLength: number; allowCommon: boolean }>;

/** The password as it was typed, which the visitor asked to see or to hide again. */
export type TypedPassword = Readonly<{ password: string; isShown: boolean }>;

/** What the field shows: what was wrong with the last password, or what was typed so far. */
export type PasswordFieldState = Readonly<{ problem?: string; typed?: TypedPassword }>;

/**
 * Where a new password is chosen: the field, whatever else the form asks, and its button. These pages run no script, so
 * what was typed is shown by a round trip. The button for it comes last, because Enter in a field presses the first
 * button of its form; the style puts it beside the label.
 */
export function passwordChoice(
  presentation: Presentation,
  field: Html,
  rest: Html,
  { typed }: PasswordFieldState,
): Html {
  const step = typed?.isShown ? "hide" : "show";
  const label = plainText(presentation, `page.password.${step}`);
  return html`<div class="choose">${field}${rest}
<button class="show" name="step" value="${step}" formnovalidate>${label}</button></div>`;
}

/** The field with the rules for it and what was wrong with the last one. */
export function passwordField(
  presentation: Presentation,
  label: string,
  policy: Policy,
  { problem, typed }: PasswordFieldState,
): Html {
  const value = typed && html` value="${typed.password}" autofocus`;
  const atMost = pluralSentence(presentation, "page.password.at_most", MAX_LENGTH);
  // No maxlength: it would cut a pasted password off without a word, and nobody would know the rest.
  return html`
<label for="password">${label}</label>
<input type="${typed?.isShown ? "text" : "password"}" id="password" name="password" dir="ltr" required autocomplete="new-password" minlength="${policy.minLength}" pattern=".{0,${MAX_LENGTH}}" title="${atMost}" autocapitalize="none" autocorrect="off" spellcheck="false" ${describedBy("password", problem !== undefined)}${value}>
${problem !== undefined && mistake("password-mistake", problem)}
<p class="hint" id="password-hint">${rulesOf(presentation, policy)}</p>`;
}

function rulesOf(presentation: Presentation, { minLength, allowCommon }: Policy): Html {
  const atLeast = pluralSentence(presentation, "page.password.at_least", minLength);
  const noCommon = plainText(presentation, "page.password.no_common");
  return inOneLine(presentation, allowCommon ? [atLeast] : [atLeast, noCommon]);
}

/** Undefined when the form was sent to save the password. */
export function typedPassword(fields: URLSearchParams): TypedPassword | undefined {
  const step = fields.get("step");
  if (step !== "show" && step !== "hide") return undefined;
  return { password: fields.get("password") ?? "", isShown: step === "show" };
}

/** What to tell the visitor whose password was refused. Any other error is thrown on. */
export function passwordMistake(presentation: Presentation, error: unknown): string {
  if (!(error instanceof AppError) || error.reason !== "WEAK_PASSWORD") throw error;
  const { rule, min_length: least, max_length: most } = error.metadata;
  switch (rule) {
    case "min_length":
      return pluralSentence(presentation, "page.password.too_short", Number(least));
    case "max_length":
      return pluralSentence(presentation, "page.password.too_long", Number(most));
    case "common":
      return plainText(presentation, "page.password.too_common");
    case "personal":
      return plainText(presentation, "page.password.personal");
    default:
      return plainText(presentation, "page.password.weak");
  }
}
