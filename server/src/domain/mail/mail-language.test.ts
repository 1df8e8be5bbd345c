import { expect, test } from "vitest";
import type { LanguageTag } from "../../wording/languages.ts";
import { defaultSettings } from "../projects/settings.ts";
import type { ProjectMailKind } from "./enqueue-mail.ts";
import { languageOfMail, languageToQueue } from "./mail-language.ts";

const project = (defaultLanguage: LanguageTag = "en", languages: LanguageTag[] = []) => ({
  settings: { ...defaultSettings, defaultLanguage, languages },
});
const asks = (locale: string | undefined, acceptLanguage = "") => ({ locale, acceptLanguage });
const stores = (locale: string | null) => ({ locale });

/** Every kind, so that nobody forgets to decide about a new one. */
const BY_REQUEST: ProjectMailKind[] = [
  "verify_email",
  "reset_password",
  "delete_account",
  "change_email",
  "account_exists",
];
const BY_USER: ProjectMailKind[] = [
  "invite_user",
  "email_changed",
  "password_changed",
  "method_linked",
  "method_removed",
  "factor_changed",
  "new_device",
  "deletion_scheduled",
];

test.each(BY_REQUEST)(
  "%s: the field, then Accept-Language, then the user's own, then the default",
  (kind) => {
    const queued = (locale: string | undefined, header?: string) =>
      languageToQueue(project("fr"), kind, asks(locale, header));
    expect(queued("de-AT", "ja")).toBe("de");
    expect(queued(undefined, "ja;q=0.5,pt-PT")).toBe("pt-BR");
    expect(queued("eo", "ja")).toBe("ja");
    expect(queued(undefined, "nonsense;;,*")).toBeUndefined();
    expect(queued(undefined)).toBeUndefined();
    expect(languageToQueue(project("fr"), kind, asks(undefined, "ja"), stores("it"))).toBe("ja");
    const sent = (language: string | null, locale: string | null) =>
      languageOfMail(project("fr"), { kind, language }, stores(locale));
    expect(sent("de", "ja-JP")).toBe("de");
    expect(sent(null, "ja-JP")).toBe("ja");
    expect(sent(null, "eo")).toBe("fr");
    expect(languageOfMail(project("fr"), { kind, language: null }, undefined)).toBe("fr");
  },
);

test("email_code: never the user's own, so that it is the same for an address without an account", () => {
  const kind = "email_code";
  expect(languageToQueue(project(), kind, asks("de", "ja"), stores("it"))).toBe("de");
  expect(languageToQueue(project(), kind, asks(undefined), stores("it"))).toBeUndefined();
  expect(languageOfMail(project("fr"), { kind, language: null }, stores("it"))).toBe("fr");
  expect(languageOfMail(project("fr"), { kind, language: "de" }, stores("it"))).toBe("de");
});

test("factor_code: the user is proven, so their own language comes before Accept-Language", () => {
  const kind = "factor_code";
  expect(languageToQueue(project(), kind, asks("de", "ja"), stores("it"))).toBe("de");
  expect(languageToQueue(project(), kind, asks(undefined, "ja"), stores("it"))).toBe("it");
  expect(languageToQueue(project(), kind, asks(undefined, "ja"), stores(null))).toBe("ja");
  expect(languageOfMail(project("fr"), { kind, language: null }, stores(null))).toBe("fr");
});

test.each(BY_USER)("%s: the user's own language, never that of the request", (kind) => {
  expect(languageToQueue(project(), kind, asks("de", "ja"))).toBeUndefined();
  expect(languageOfMail(project("fr"), { kind, language: "de" }, stores("it-CH"))).toBe("it");
  expect(languageOfMail(project("fr"), { kind, language: "de" }, stores(null))).toBe("fr");
});

test("a language that the project does not offer, or no longer, is none", () => {
  const kind = "verify_email";
  const few = project("en", ["de"]);
  expect(languageToQueue(few, kind, asks("ja", "fr, de;q=0.2"))).toBe("de");
  expect(languageToQueue(few, kind, asks("ja"))).toBeUndefined();
  expect(languageOfMail(few, { kind, language: "ja" }, stores("de"))).toBe("de");
  expect(languageOfMail(few, { kind, language: "ja" }, stores("ja"))).toBe("en");
  expect(languageOfMail(project("ja", ["de"]), { kind, language: "ja" }, undefined)).toBe("ja");
});
