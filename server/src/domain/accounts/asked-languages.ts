import { invalidRequest } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { canonicalLocale, readAcceptLanguage } from "../../wording/negotiate.ts";

/** The languages that a request asks for. */
export type AskedLanguages = Readonly<{
  /** Of its field `locale`; undefined when that is empty. */
  locale: string | undefined;
  /** The header as it came. Most requests need no language, so it is read only where one does. */
  acceptLanguage: string;
}>;

/** The language tag of a request field in its usual spelling; undefined when the field is empty. */
export function readLocale(text: string): string | undefined {
  if (text === "") return undefined;
  const locale = canonicalLocale(text);
  if (locale === undefined) throw invalidRequest("locale", "is not a language tag (example: de-AT)");
  return locale;
}

/** The language that a new user is stored with. A header that makes no sense names none. */
export function localeOfNewUser({ locale, acceptLanguage }: AskedLanguages): string | null {
  return locale ?? readAcceptLanguage(acceptLanguage)[0] ?? null;
}

/** A guest who becomes permanent keeps the language that is stored, or else gets that of the request. */
export function localeAfterLink(
  { guestSince, locale }: Pick<User, "guestSince" | "locale">,
  asked: AskedLanguages,
): string | null {
  return guestSince === null ? locale : (locale ?? localeOfNewUser(asked));
}

/**
 * The language after the owner of the mailbox took the account over. That of a sign-up which nobody had proven may be the
 * choice of a stranger, who would get the owner's notices written in it.
 */
export function localeAfterProof(
  { unprovenSignUpAt, locale }: Pick<User, "unprovenSignUpAt" | "locale">,
  asked: AskedLanguages,
): string | null {
  return unprovenSignUpAt === null ? locale : localeOfNewUser(asked);
}
