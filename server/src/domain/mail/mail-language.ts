import type { OutboxMail, User } from "../../storage/db.ts";
import type { LanguageTag } from "../../wording/languages.ts";
import { readAcceptLanguage } from "../../wording/negotiate.ts";
import type { AskedLanguages } from "../accounts/asked-languages.ts";
import { offeredLanguage } from "../projects/languages.ts";
import type { Project } from "../projects/project.ts";
import type { ProjectMailKind } from "./enqueue-mail.ts";

/** `field` and `header` are what the request asks for; `stored` is the user's own language. */
type Source = "field" | "header" | "stored";

/** Somebody who is not signed in asks, or the address is not verified: the request comes first. */
const BY_REQUEST: readonly Source[] = ["field", "header", "stored"];
/** Somebody else may have caused the email, such as an administrator or a thief: never in the language of the request. */
const BY_USER: readonly Source[] = ["stored"];

/** What decides about the language of an email, the first first. The project's default comes last. */
const SOURCES: Readonly<Record<ProjectMailKind, readonly Source[]>> = {
  verify_email: BY_REQUEST,
  reset_password: BY_REQUEST,
  delete_account: BY_REQUEST,
  change_email: BY_REQUEST,
  account_exists: BY_REQUEST,
  // Addresses without an account get the same email.
  email_code: ["field", "header"],
  factor_code: ["field", "stored", "header"],
  invite_user: BY_USER,
  email_changed: BY_USER,
  password_changed: BY_USER,
  method_linked: BY_USER,
  method_removed: BY_USER,
  factor_changed: BY_USER,
  new_device: BY_USER,
  deletion_scheduled: BY_USER,
};

/**
 * The language with which an email is queued. Undefined: it is found when the email is sent. `user` is given where the
 * caller has proven to be that user.
 */
export function languageToQueue(
  { settings }: Pick<Project, "settings">,
  kind: ProjectMailKind,
  asked: AskedLanguages,
  user?: Pick<User, "locale">,
): LanguageTag | undefined {
  const tagsOf: Readonly<Record<Source, () => readonly string[]>> = {
    field: () => (asked.locale === undefined ? [] : [asked.locale]),
    header: () => readAcceptLanguage(asked.acceptLanguage),
    stored: () => (user?.locale ? [user.locale] : []),
  };
  return offeredLanguage(
    settings,
    SOURCES[kind].flatMap((source) => tagsOf[source]()),
  );
}

/** The language in which an email is sent. `user` is the account that it is about, if there is one. */
export function languageOfMail(
  { settings }: Pick<Project, "settings">,
  mail: Pick<OutboxMail, "language"> & { kind: ProjectMailKind },
  user: Pick<User, "locale"> | undefined,
): LanguageTag {
  const sources = SOURCES[mail.kind];
  const queued = sources.includes("field") ? mail.language : null;
  const stored = sources.includes("stored") ? user?.locale : null;
  // The project may have stopped to offer a language since.
  const wanted = [queued, stored].filter((tag) => tag !== null && tag !== undefined);
  return offeredLanguage(settings, wanted) ?? settings.defaultLanguage;
}
