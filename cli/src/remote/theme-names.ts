/** The parts of a theme, as the contract's JSON names them. */
export const colourNames = [
  "primary",
  "onPrimary",
  "background",
  "surface",
  "text",
  "mutedText",
  "error",
] as const;

/** What is one text each. */
export const lineNames = [
  "fontFamily",
  "productName",
  "supportEmail",
  "privacyUrl",
  "termsUrl",
  "footerText",
] as const;

/** The mails, and with them the pages, that a theme may word itself. */
export const mailNames = [
  "verify_email",
  "reset_password",
  "change_email",
  "email_changed",
  "account_exists",
  "invite_user",
  "delete_account",
  "email_code",
] as const;

export const wordingNames = ["subject", "heading", "body", "button"] as const;

/** `onPrimary` as a flag has it: `on-primary`. */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
