import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { AuthError, type AuthErrorDetails } from "./auth-error.ts";
import { en } from "./words/english.ts";
import type { Language } from "./words/language.ts";
import { describeError } from "./words.ts";

afterEach(() => vi.unstubAllGlobals());

const docs = join(import.meta.dirname, "../../../docs");
const say = (reason: string, details?: AuthErrorDetails): string =>
  describeError(new AuthError(reason, "for developers", details), { locale: "en" });

/** German as far as these tests need it, apart from the translation that is published. */
const german: Language = {
  ...en,
  tag: "de",
  sentences: {
    ...en.sentences,
    general: "Etwas ist schiefgegangen.",
    NETWORK: "Keine Verbindung.",
    RATE_LIMITED: "Zu viele Versuche. {wait}",
    "wait.minutes": { one: "Noch {count} Minute.", other: "Noch {count} Minuten." },
  },
};

/** Reasons of the app's surfaces that only a developer or operator can do something about. */
const GENERAL = [
  ...["ATTEMPT_INVALID", "REDIRECT_NOT_ALLOWED", "API_KEY_MISSING", "API_KEY_INVALID", "WRONG_SURFACE"],
  ...["WRONG_PROJECT", "REQUEST_TOO_LARGE", "STORAGE_UNAVAILABLE", "HTTP_METHOD_UNSUPPORTED", "INTERNAL"],
  ...["CONTENT_TYPE_UNSUPPORTED", "COMPRESSION_UNSUPPORTED", "COMPRESSION_NOT_DECLARED", "NOT_ONE_MESSAGE"],
  ...["ALREADY_EXISTS", "UNKNOWN"],
];
/** Reasons that only backends, administrators and the command line get. */
const NOT_FOR_APPS =
  /^(ADMIN_|BACKUP|LAST_ADMIN|CSRF_|ETAG_|EXPIRY_|UPGRADE_|USER_JOB_|CURSOR_|PURCHASE_(CONSUMED|NOT_)|STORE_ACTION_|NOTHING_TO_)/;

test("every reason that an app can meet has a sentence of its own, or is known to have the general one", () => {
  const server = [...readFileSync(join(docs, "errors.md"), "utf8").matchAll(/^\| `([A-Z_]+)` \|/gm)];
  const client = ["NETWORK", "TIMEOUT", "PASSKEY_FAILED", "SIGNED_OUT", "STORAGE", "UNKNOWN"];
  const reasons = [...server.map(([, reason = ""]) => reason), ...client].filter(
    (reason) => !NOT_FOR_APPS.test(reason) && reason !== "CANCELLED",
  );
  expect(reasons.length).toBeGreaterThan(60);
  const general = reasons.filter((reason) => say(reason) === en.sentences.general);
  expect(general.sort()).toEqual([...GENERAL].sort());
});

test("no sentence shows the name of a reason, a variable or a word for developers", () => {
  for (const reason of Object.keys(en.sentences)) {
    expect(say(reason)).not.toMatch(/[A-Z]+_[A-Z]+|[{}]|undefined|NaN|\btoken\b|for developers/);
  }
});

test("a user who turned back is told nothing", () => {
  expect(say("CANCELLED")).toBe("");
});

test("a reason of the future, and an error of another kind, get a general sentence", () => {
  expect(say("SOMETHING_NEW")).toBe("Something went wrong. Please contact us if it happens again.");
  expect(say("SOMETHING_NEW", { retryable: true })).toBe(
    "Something went wrong. Please try again in a moment.",
  );
  expect(say("constructor")).toBe(en.sentences.general);
  for (const error of [new Error("secret"), "secret", undefined, null])
    expect(describeError(error, { locale: "en" })).toBe(en.sentences.general);
});

describe("facts of the error are filled in", () => {
  test.each([
    [{}, "Too many attempts. Please try again in a moment."],
    [{ retryAfterMs: 1000 }, "Too many attempts. Please try again in 1 second."],
    [{ retryAfterMs: 58_001 }, "Too many attempts. Please try again in 59 seconds."],
    [{ retryAfterMs: 60_000 }, "Too many attempts. Please try again in 1 minute."],
    [{ retryAfterMs: 241_000 }, "Too many attempts. Please try again in 5 minutes."],
    [{ retryAfterMs: 3_600_000 }, "Too many attempts. Please try again in 1 hour."],
    [{ metadata: { retry_after_seconds: "7200" } }, "Too many attempts. Please try again in 2 hours."],
    [{ metadata: { retry_after_ms: "30000" } }, "Too many attempts. Please try again in 30 seconds."],
  ])("the time to wait: %o", (details, text) => {
    expect(say("RATE_LIMITED", details)).toBe(text);
  });

  test.each([
    [{ rule: "min_length", min_length: "8" }, "This password is too short. Use at least 8 characters."],
    [{ rule: "max_length", max_length: "256" }, "This password is too long. Use at most 256 characters."],
    [{ rule: "min_length" }, "This password is too weak. Please choose another one."],
    [{ rule: "of the future" }, "This password is too weak. Please choose another one."],
    [{ rule: "common" }, "Many people use this password. Please choose one that is harder to guess."],
  ])("the rule of a password: %o", (metadata, text) => {
    expect(say("WEAK_PASSWORD", { metadata })).toBe(text);
  });

  test("the attempts that are left", () => {
    const left = (attempts_left: string) => say("MFA_CODE_INVALID", { metadata: { attempts_left } });
    expect(left("2")).toMatch(/new one\. You have 2 attempts left\.$/);
    expect(left("1")).toMatch(/You have 1 attempt left\.$/);
    expect(left("0")).toBe("Too many wrong codes. Please sign in again.");
    expect(say("MFA_CODE_INVALID")).toMatch(/with a new one\.$/);
  });

  test("the ways to sign in to the account that exists", () => {
    const metadata = {
      provider: "google",
      email: "ada@gmail.com",
      sign_in_methods: "password,apple,passkey",
    };
    expect(say("EMAIL_ALREADY_EXISTS", { metadata })).toMatch(/It uses: password, Apple, passkey\.$/);
    expect(say("EMAIL_ALREADY_EXISTS", { metadata: { sign_in_methods: "" } })).toMatch(/Sign in instead\.$/);
  });

  test("the store, the provider and the field", () => {
    expect(say("SUBSCRIBED_IN_OTHER_STORE", { metadata: { store: "play_store" } })).toMatch(
      /\(Google Play\)/,
    );
    expect(say("ALREADY_EXISTS", { metadata: { resource: "identity", provider: "apple" } })).toMatch(
      /another Apple account/,
    );
    expect(say("INVALID_REQUEST", { metadata: { field: "new_email" } })).toBe(
      "Please enter a valid email address.",
    );
    expect(say("SESSION_REVOKED", { metadata: { cause: "deleted" } })).toBe("This account was deleted.");
  });
});

describe("the language", () => {
  const offline = new AuthError("NETWORK", "no answer");
  const languages = [german];

  test("is the one of the locale, or English when the app has none that is close", () => {
    expect(describeError(offline, { languages, locale: "de-AT" })).toBe("Keine Verbindung.");
    expect(describeError(offline, { languages, locale: ["sv", "de"] })).toBe("Keine Verbindung.");
    expect(describeError(offline, { languages, locale: ["en-GB", "de"] })).toBe(en.sentences.NETWORK);
    expect(describeError(offline, { languages, locale: "sv" })).toBe(en.sentences.NETWORK);
    expect(describeError(offline, { locale: "de" })).toBe(en.sentences.NETWORK);
    expect(describeError("?", { languages, locale: "de" })).toBe("Etwas ist schiefgegangen.");
  });

  test("has its plurals in the middle of a sentence", () => {
    const limited = new AuthError("RATE_LIMITED", "no", { retryAfterMs: 300_000 });
    expect(describeError(limited, { languages, locale: "de" })).toBe("Zu viele Versuche. Noch 5 Minuten.");
  });

  test("is that of the browser, when the app names none", () => {
    vi.stubGlobal("navigator", { languages: ["sv", "de-CH"] });
    expect(describeError(offline, { languages })).toBe("Keine Verbindung.");
  });

  test("is that of the phone in React Native, which has no list of languages", () => {
    vi.stubGlobal("navigator", { product: "ReactNative" });
    const DateTimeFormat = () => ({ resolvedOptions: () => ({ locale: "de-DE" }) });
    vi.stubGlobal("Intl", { DateTimeFormat });
    expect(describeError(offline, { languages })).toBe("Keine Verbindung.");
  });

  test("is English where neither a browser nor Intl exists, with everything filled in", () => {
    vi.stubGlobal("navigator", undefined);
    vi.stubGlobal("Intl", undefined);
    const limited = new AuthError("RATE_LIMITED", "no", { retryAfterMs: 300_000 });
    expect(describeError(limited, { languages })).toBe("Too many attempts. Please try again in 5 minutes.");
    expect(describeError(limited, { languages, locale: "de-AT" })).toMatch(/Noch 5 Minuten\.$/);
  });
});
