import { deviceInWords } from "../../text/device-in-words.ts";
import { timeInWords } from "../../text/time-in-words.ts";
import { CODE_LIFETIME_MS, type NewCode } from "../codes/one-time-code.ts";
import type { Theme } from "../themes/theme.ts";
import {
  ADMIN_INVITE_LIFETIME_MS,
  EMAIL_TOKEN_LIFETIME_MS,
  type EmailTokenPurpose,
  UNDO_LIFETIME_MS,
} from "./email-token.ts";
import type { MailKind } from "./enqueue-mail.ts";

/** The text of one email. `button` and `validity` are used only if there is a link. */
export type MailWording = Readonly<{
  subject: string;
  /** Mail programs show it beside the subject. */
  preview: string;
  heading: string;
  /** Paragraphs. */
  body: readonly string[];
  button: string;
  /** Whether the link leads to something that cannot be undone. */
  isDangerous?: boolean;
  validity: string;
  /** What to do if it was somebody else. */
  notYou: string;
}>;

/** The default text, replaced by the theme's own text where it has one. */
export function mailWording(kind: MailKind, theme: Theme, facts: MailFacts): MailWording {
  const contact = theme.supportEmail || `the people who run ${theme.productName}`;
  const wording = WORDINGS[kind](theme.productName, contact, facts);
  const own = theme.texts[kind] ?? {};
  return {
    ...wording,
    subject: oneLine(own.subject || wording.subject),
    heading: oneLine(own.heading || wording.heading),
    body: own.body ? paragraphs(own.body) : wording.body,
    button: oneLine(own.button || wording.button),
  };
}

/** Details of one email: whether it has a link, its host, what a notice names (a sign-in method, or a time), the code. */
export type MailFacts = Readonly<{
  hasLink: boolean;
  host: string;
  detail: string | null;
  code?: NewCode | undefined;
}>;

type Wording = (product: string, contact: string, facts: MailFacts) => MailWording;

const WORDINGS: Readonly<Record<MailKind, Wording>> = {
  verify_email: (product) => ({
    subject: `Confirm your email address for ${product}`,
    preview: "One tap and your address is confirmed.",
    heading: "Confirm your email address",
    body: [`This address was used to sign up for ${product}. Please confirm that it is yours.`],
    button: "Confirm email address",
    validity: validityOf("verify_email"),
    notYou: "If you didn't sign up, you can ignore this email, or open the link and choose “This wasn't me”.",
  }),

  reset_password: (product) => ({
    subject: `Set a new password for ${product}`,
    preview: "Use the link in this email to choose a new one.",
    heading: "Set a new password",
    body: [
      `We received a request to reset the password of your ${product} account. Use the link below to choose a new one.`,
    ],
    button: "Choose a new password",
    validity: validityOf("reset_password"),
    notYou: "If you didn't ask for this, you can ignore this email: your password stays as it is.",
  }),

  invite_user: (product) => ({
    subject: `You've been invited to ${product}`,
    preview: "Choose a password to activate your account.",
    heading: `Welcome to ${product}`,
    body: [`You've been invited to ${product}. Choose a password to activate your account.`],
    button: "Choose a password",
    validity: validityOf("invite_user"),
    notYou: "If you weren't expecting this, you can ignore this email.",
  }),

  delete_account: (product) => ({
    subject: `Delete your ${product} account`,
    preview: "Nothing is deleted until you confirm.",
    heading: "Delete your account",
    body: [
      `We received a request to permanently delete your ${product} account and everything in it.`,
      "Nothing has been deleted yet. Use the link below to confirm. This can't be undone.",
    ],
    button: "Delete my account",
    isDangerous: true,
    validity: validityOf("delete_account"),
    notYou: "If you didn't ask for this, you can ignore this email: your account stays as it is.",
  }),

  change_email: (product) => ({
    subject: `Confirm your new email address for ${product}`,
    preview: "Your address changes once you confirm it.",
    heading: "Confirm your new email address",
    body: [`You asked to use this address for your ${product} account. Please confirm that it is yours.`],
    button: "Confirm new address",
    validity: validityOf("change_email"),
    notYou: "If you didn't ask for this, you can ignore this email: nothing changes.",
  }),

  email_code: (product, _contact, { code }) => ({
    subject: `Your sign-in code for ${product}`,
    preview: `Open this email and type the code in ${product}.`,
    heading: "Your sign-in code",
    body: [`Type this code in ${product} on the device where you asked for it.`],
    button: `Open ${product}`,
    validity: `The code works once, for ${CODE_LIFETIME_MS / 60_000} minutes, and only on the device that asked for it${askedBy(code)}.`,
    notYou:
      "If you didn't ask for it, you can ignore this email. Never tell anybody the code: nobody from us will ask for it.",
  }),

  account_exists: (product) => ({
    subject: `You already have an account at ${product}`,
    preview: "Someone tried to sign up with your address.",
    heading: "You already have an account",
    body: [
      `Someone tried to sign up for ${product} with your address. You already have an account, so no new one was created.`,
      "If it was you, sign in as usual. If you don't remember your password, choose “Forgot password” where you sign in.",
    ],
    button: "",
    validity: "",
    notYou: "If it wasn't you, there is nothing to do: nobody got into your account.",
  }),

  email_changed: (product, contact, { hasLink }) => ({
    subject: `The email address of your ${product} account was changed`,
    preview: "This address no longer belongs to your account.",
    heading: "Your email address was changed",
    body: [
      `The email address of your ${product} account was changed to another one. You can no longer sign in with this address.`,
      ...(hasLink
        ? [
            "If this wasn't you, undo the change: your address is restored, all devices are signed out, and you choose a new password.",
          ]
        : []),
    ],
    button: hasLink ? "Undo this change" : "",
    validity: hasLink ? validityFor(UNDO_LIFETIME_MS) : "",
    notYou: hasLink
      ? "If you changed the address yourself, there is nothing to do."
      : `If this wasn't you, someone else may be using your account. Contact ${contact} right away.`,
  }),

  password_changed: (product, contact) => ({
    subject: `The password of your ${product} account was changed`,
    preview: "If this was you, there is nothing to do.",
    heading: "Your password was changed",
    body: [`The password of your ${product} account was changed. Your other devices were signed out.`],
    button: "",
    validity: "",
    notYou: `If this wasn't you, choose “Forgot password” where you sign in to ${product} to set a new password, then contact ${contact}.`,
  }),

  method_linked: (product, contact, { detail }) => ({
    subject: `A sign-in method was added to your ${product} account`,
    preview: "If this was you, there is nothing to do.",
    heading: "A sign-in method was added",
    body: [`You can now sign in to your ${product} account with ${methodName(detail)}.`],
    button: "",
    validity: "",
    notYou: `If this wasn't you, choose “Forgot password” where you sign in to ${product}: a new password removes sign-in methods that others added. Then contact ${contact}.`,
  }),

  method_removed: (product, contact, { detail }) => ({
    subject: `A sign-in method was removed from your ${product} account`,
    preview: "If this was you, there is nothing to do.",
    heading: "A sign-in method was removed",
    body: [`You can no longer sign in to your ${product} account with ${methodName(detail)}.`],
    button: "",
    validity: "",
    notYou: `If this wasn't you, choose “Forgot password” where you sign in to ${product} to set a new password, then contact ${contact}.`,
  }),

  new_device: (product, contact) => ({
    subject: `New sign-in to your ${product} account`,
    preview: "Your account was used on a new device.",
    heading: "New sign-in to your account",
    body: [`Someone signed in to your ${product} account on a device that was not used before.`],
    button: "",
    validity: "",
    notYou: `If this wasn't you, choose “Forgot password” where you sign in to ${product} to set a new password: that signs out all devices. Then contact ${contact}.`,
  }),

  deletion_scheduled: (product, contact, { detail }) => ({
    subject: `Your ${product} account will be deleted`,
    preview: "Sign in to keep it.",
    heading: "Your account will be deleted",
    body: [
      `Your ${product} account and everything in it will be deleted ${dayOf(detail)}. Until then, all devices are signed out.`,
      "Do you want to keep it? Sign in before then, and it stays as it is. A subscription bought in an app store continues until you cancel it there.",
    ],
    button: "",
    validity: "",
    notYou: `If you didn't ask for this, sign in to ${product} to keep your account, and change your password. If you cannot sign in, contact ${contact} right away.`,
  }),

  invite_admin: (product, _contact, { host, detail }) => ({
    subject: `You've been invited to administer ${host}`,
    preview: "Choose a password to accept the invitation.",
    heading: `You've been invited to administer ${host}`,
    body: [
      `${oneLine(detail ?? "An administrator")} has invited you to administer the ${product} server at ${host}.`,
      "Use the link below to choose a password, then sign in with it and this address.",
    ],
    button: "Accept the invitation",
    validity: validityFor(ADMIN_INVITE_LIFETIME_MS),
    notYou: "If you weren't expecting this, you can ignore this email: nothing happens.",
  }),
};

/** A day that is not over before the deletion in any time zone of the reader is hard to say, so the time is given in UTC. */
function dayOf(detail: string | null): string {
  const at = Number(detail ?? Number.NaN);
  if (!Number.isSafeInteger(at) || at <= 0) return "soon";
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return `on ${format.format(at)} UTC`;
}

function methodName(detail: string | null): string {
  switch (detail) {
    case "google":
      return "Google";
    case "apple":
      return "Apple";
    case "password":
      return "an email address and a password";
    default:
      return "another provider";
  }
}

/** Only words of ours: the caller who asks for the email chooses the user agent. */
function askedBy(code: NewCode | undefined): string {
  if (!code) return "";
  const device = deviceInWords(code.userAgent);
  const when = `on ${timeInWords(code.createdAt)}`;
  return device === undefined ? ` ${when}` : `: ${device}, ${when}`;
}

function validityOf(purpose: EmailTokenPurpose): string {
  return validityFor(EMAIL_TOKEN_LIFETIME_MS[purpose]);
}

function validityFor(lifetimeMs: number): string {
  const minutes = lifetimeMs / 60_000;
  const [amount, unit] = minutes % 60 === 0 ? [minutes / 60, "hour"] : [minutes, "minute"];
  return `This link can be used once and expires in ${amount} ${unit}${amount === 1 ? "" : "s"}.`;
}

/**
 * Removes line breaks and other control characters, which could start a new header, and bidirectional control
 * characters.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim();
}

function paragraphs(text: string): string[] {
  return text.split(/\r?\n|\r/).flatMap((line) => oneLine(line) || []);
}
