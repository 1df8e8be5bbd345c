import { words as english } from "../../wording/en/words.ts";
import { variablesIn } from "../../wording/fill.ts";
import type { Words } from "../../wording/words.ts";

/** The emails with a code to type. */
const WITH_CODE = new Set(["email.email_code", "email.factor_code"]);

/** The emails with something that works for a limited time. */
const WITH_LIFETIME = new Set([
  ...WITH_CODE,
  "email.verify_email",
  "email.reset_password",
  "email.invite_user",
  "email.delete_account",
  "email.change_email",
  "email.email_changed",
]);

/**
 * The emails to addresses that nobody has confirmed, or to anybody who asks. Users choose their name, so with it they
 * could send any text to the address of somebody else. The code is sent alike to addresses with and without an account.
 */
export const TO_STRANGERS: ReadonlySet<string> = new Set([
  "email.verify_email",
  "email.change_email",
  "email.invite_user",
  "email.email_code",
]);

/** Mail programs show them on a locked screen. */
const ON_LOCK_SCREENS = new Set(["subject", "preview"]);

/** Paragraphs that are left out where the name must not be shown, or where there is none. */
const MAY_BE_LEFT_OUT = new Set(["body", "not_you"]);

/** The variables that the own text of a sentence may have: those of our own text, and some that every email has. */
export function variablesOf(name: string, place: string, part: string): string[] {
  const ours = variablesIn(referenceOf(name as keyof Words));
  if (!place.startsWith("email")) return [...ours];
  const isOneEmail = place.startsWith("email.");
  return [
    ...new Set([
      ...ours,
      "product",
      "support_email",
      ...(WITH_CODE.has(place) && !ON_LOCK_SCREENS.has(part) ? ["code"] : []),
      ...(WITH_LIFETIME.has(place) ? ["lifetime"] : []),
      ...(isOneEmail && MAY_BE_LEFT_OUT.has(part) && !TO_STRANGERS.has(place) ? ["name"] : []),
    ]),
  ];
}

function referenceOf(name: keyof Words): string {
  const text = english[name];
  return typeof text === "string" ? text : Object.values(text).join(" ");
}
