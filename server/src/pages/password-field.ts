import { AppError } from "../errors.ts";
import { type Html, html } from "../wire/html.ts";
import { describedBy, mistake } from "./fields.ts";

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
export function passwordChoice(field: Html, rest: Html, { typed }: PasswordFieldState): Html {
  const [step, label] = typed?.isShown ? ["hide", "Hide password"] : ["show", "Show password"];
  return html`<div class="choose">${field}${rest}
<button class="show" name="step" value="${step}" formnovalidate>${label}</button></div>`;
}

/** The field with the rules for it and what was wrong with the last one. */
export function passwordField(
  label: string,
  { minLength, allowCommon }: Policy,
  { problem, typed }: PasswordFieldState,
): Html {
  const value = typed && html` value="${typed.password}" autofocus`;
  const common = allowCommon ? "" : " Very common passwords are not accepted.";
  // No maxlength: it would cut a pasted password off without a word, and nobody would know the rest.
  return html`
<label for="password">${label}</label>
<input type="${typed?.isShown ? "text" : "password"}" id="password" name="password" required autocomplete="new-password" minlength="${minLength}" pattern=".{0,${MAX_LENGTH}}" title="At most ${MAX_LENGTH} characters" autocapitalize="none" autocorrect="off" spellcheck="false" ${describedBy("password", problem !== undefined)}${value}>
${problem !== undefined && mistake("password-mistake", problem)}
<p class="hint" id="password-hint">At least ${minLength} characters. Spaces and symbols are fine.${common}</p>`;
}

/** Undefined when the form was sent to save the password. */
export function typedPassword(fields: URLSearchParams): TypedPassword | undefined {
  const step = fields.get("step");
  if (step !== "show" && step !== "hide") return undefined;
  return { password: fields.get("password") ?? "", isShown: step === "show" };
}

/** What to tell whoever chose a password that was refused. Any other error is thrown on. */
export function passwordMistake(error: unknown): string {
  if (!(error instanceof AppError) || error.reason !== "WEAK_PASSWORD") throw error;
  const { rule, min_length: least, max_length: most } = error.metadata;
  switch (rule) {
    case "min_length":
      return `Too short: use at least ${least} characters`;
    case "max_length":
      return `Too long: use at most ${most} characters`;
    case "common":
      return "Too common: many people use this password. Choose another one";
    case "personal":
      return "Too easy to guess: it is the name of the app or your address";
    default:
      return "Too weak: choose another password";
  }
}
