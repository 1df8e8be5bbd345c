import type { TextKey } from "../../wording/words.ts";
import { CODE_LIFETIME_MS } from "../codes/one-time-code.ts";
import { ADMIN_INVITE_LIFETIME_MS, EMAIL_TOKEN_LIFETIME_MS, UNDO_LIFETIME_MS } from "./email-token.ts";
import type { MailKind } from "./enqueue-mail.ts";
import type { MailFacts } from "./mail-facts.ts";

/** Which sentences an email is made of, besides its subject, preview and heading. */
export type MailRecipe = Readonly<{
  body: (facts: MailFacts) => readonly TextKey[];
  button?: TextKey;
  isDangerous?: true;
  /** How long its link or code works. */
  lifetimeMs?: number;
  /** Of a code; links have one for all. */
  validity?: TextKey;
  /** Unless it is the one of its kind. */
  notYou?: (facts: MailFacts) => TextKey;
  /** Whether somebody who did not do it should contact the project, and when. */
  contact?: (facts: MailFacts) => "then" | "now" | undefined;
}>;

const then = () => "then" as const;
const now = () => "now" as const;

export const RECIPES: Readonly<Record<MailKind, MailRecipe>> = {
  verify_email: {
    body: () => ["email.verify_email.body"],
    button: "email.verify_email.button",
    lifetimeMs: EMAIL_TOKEN_LIFETIME_MS.verify_email,
  },
  reset_password: {
    body: () => ["email.reset_password.body"],
    button: "email.reset_password.button",
    lifetimeMs: EMAIL_TOKEN_LIFETIME_MS.reset_password,
  },
  invite_user: {
    body: () => ["email.invite_user.body"],
    button: "email.invite_user.button",
    lifetimeMs: EMAIL_TOKEN_LIFETIME_MS.invite_user,
  },
  delete_account: {
    body: () => ["email.delete_account.body"],
    button: "email.delete_account.button",
    isDangerous: true,
    lifetimeMs: EMAIL_TOKEN_LIFETIME_MS.delete_account,
  },
  change_email: {
    body: () => ["email.change_email.body"],
    button: "email.change_email.button",
    lifetimeMs: EMAIL_TOKEN_LIFETIME_MS.change_email,
  },
  email_code: {
    body: () => ["email.email_code.body"],
    button: "email.email_code.button",
    lifetimeMs: CODE_LIFETIME_MS,
    validity: "email.email_code.validity",
  },
  factor_code: {
    body: () => ["email.factor_code.body"],
    lifetimeMs: CODE_LIFETIME_MS,
    validity: "email.factor_code.validity",
  },
  account_exists: { body: () => ["email.account_exists.body"] },
  email_changed: {
    body: ({ hasLink }) => [
      "email.email_changed.body",
      ...(hasLink ? (["email.email_changed.undo"] as const) : []),
    ],
    button: "email.email_changed.button",
    lifetimeMs: UNDO_LIFETIME_MS,
    notYou: ({ hasLink }) => (hasLink ? "email.email_changed.by_you" : "email.email_changed.not_you"),
    contact: ({ hasLink }) => (hasLink ? undefined : "now"),
  },
  password_changed: { body: () => ["email.password_changed.body"], contact: then },
  method_linked: { body: ({ detail }) => [`email.method_linked.${methodOf(detail)}`], contact: then },
  method_removed: { body: ({ detail }) => [`email.method_removed.${methodOf(detail)}`], contact: then },
  factor_changed: { body: ({ detail }) => [`email.factor_changed.${factorChangeOf(detail)}`], contact: now },
  new_device: { body: () => ["email.new_device.body"], contact: then },
  deletion_scheduled: { body: () => ["email.deletion_scheduled.body"], contact: now },
  invite_admin: {
    body: () => ["email.invite_admin.body"],
    button: "email.invite_admin.button",
    lifetimeMs: ADMIN_INVITE_LIFETIME_MS,
  },
  admin_factors_changed: {
    body: ({ detail }) => [`email.admin_factors_changed.${adminChangeOf(detail)}`],
    button: "email.admin_factors_changed.button",
  },
};

function methodOf(detail: string | null): "provider" | "password" | "passkey" | "other" {
  if (detail === "google" || detail === "apple") return "provider";
  return detail === "password" || detail === "passkey" ? detail : "other";
}

const FACTOR_CHANGES = ["enrolled", "removed", "codes_removed", "codes_replaced"] as const;
const ADMIN_CHANGES = ["removed", "replaced", "codes_replaced"] as const;

function factorChangeOf(detail: string | null): (typeof FACTOR_CHANGES)[number] | "reset" {
  return FACTOR_CHANGES.find((change) => change === detail) ?? "reset";
}

function adminChangeOf(detail: string | null): (typeof ADMIN_CHANGES)[number] | "added" {
  return ADMIN_CHANGES.find((change) => change === detail) ?? "added";
}
