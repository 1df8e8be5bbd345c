import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { AppError } from "../errors.ts";
import { describedBy, form, mistake, tokenField } from "./fields.ts";
import { html } from "./html.ts";
import { type Page, requireToken, type View, type Visit } from "./page.ts";

const MAX_LENGTH = 256;

export const resetPage: Page = {
  name: "reset",
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
      heading: "Your password is changed",
      body: html`
<p>All devices are signed out.</p>
<p>Go back to ${visit.brand.name} and sign in with your new password. You can close this page.</p>`,
    };
  },
  afterDeadLink: ({ brand }) => html`
<p>Go back to ${brand.name}, choose “Forgot password” and use the link in the latest email.</p>`,
};

function ask({ brand, config }: Visit, token: string, problem?: string): View {
  const { heading, button } = brand.wording("reset_password");
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
    heading: heading || "Choose a new password",
    body: html`
<p>For your ${brand.name} account. All devices will be signed out.</p>
${form(resetPage, html`${tokenField(token)}${field}<button>${button || "Save new password"}</button>`)}`,
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
