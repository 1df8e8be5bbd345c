import { AppError } from "../errors.ts";
import { type Html, html } from "../wire/html.ts";
import { describedBy, mistake } from "./fields.ts";

const MAX_LENGTH = 256;

type Policy = Readonly<{ minLength: number; allowCommon: boolean }>;

/** Where a new password is chosen, with the rules for it and what was wrong with the last one. */
export function passwordField(label: string, { minLength, allowCommon }: Policy, problem?: string): Html {
  const common = allowCommon ? "" : " Very common passwords are not accepted.";
  // No maxlength: it would cut a pasted password off without a word, and nobody would know the rest.
  return html`
<label for="password">${label}</label>
<input type="password" id="password" name="password" required autocomplete="new-password" minlength="${minLength}" pattern=".{0,${MAX_LENGTH}}" title="At most ${MAX_LENGTH} characters" autocapitalize="none" autocorrect="off" spellcheck="false" ${describedBy("password", problem !== undefined)}>
${problem !== undefined && mistake("password-mistake", problem)}
<p class="hint" id="password-hint">At least ${minLength} characters. Spaces and symbols are fine.${common}</p>`;
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
