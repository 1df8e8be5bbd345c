import { expect, test } from "vitest";
import type { AppError } from "../../errors.ts";
import { variablesIn } from "../../wording/fill.ts";
import { languageTags } from "../../wording/languages.ts";
import { loadWords } from "../../wording/load-words.ts";
import { requireFewTexts, requireTexts, savableTexts } from "./check-texts.ts";
import { previewOf } from "./places.ts";
import { sentencesOf } from "./sentences.ts";

const SUBJECT = "email.verify_email.subject";
const BODY = "email.reset_password.body";

const problemOf = async (key: string, text: string): Promise<string> => {
  try {
    await requireTexts("de", { [key]: text });
    return "";
  } catch (error) {
    return (error as AppError).detail ?? "";
  }
};

const variables = async (key: string): Promise<string> => {
  const sentence = sentencesOf("en", await loadWords("en")).find((one) => one.key === key);
  return [...(sentence?.variables ?? ["is no sentence of this language"])].toSorted().join(" ");
};

test.each([
  [SUBJECT, "lifetime product support_email"],
  ["email.verify_email.body", "lifetime product support_email"],
  ["email.reset_password.body", "lifetime name product support_email"],
  ["email.reset_password.not_you", "lifetime name product support_email"],
  ["email.reset_password.button", "lifetime product support_email"],
  ["email.invite_user.body", "lifetime product support_email"],
  ["email.change_email.body", "lifetime product support_email"],
  ["email.email_code.subject", "lifetime product support_email"],
  ["email.email_code.preview", "lifetime product support_email"],
  ["email.email_code.heading", "code lifetime product support_email"],
  ["email.email_code.body", "code lifetime product support_email"],
  ["email.factor_code.subject", "lifetime product support_email"],
  ["email.factor_code.body", "code lifetime name product support_email"],
  ["email.password_changed.body", "name product support_email"],
  ["email.deletion_scheduled.body", "name product support_email time"],
  ["email.method_linked.provider", "product provider support_email"],
  ["email.link_validity", "lifetime product support_email"],
  ["email.footer_help", "product support_email"],
  ["device.browser", "browser system"],
  ["page.verify.heading", ""],
  ["page.verify.done", "email product"],
  ["page.password.at_least.other", "count"],
])("%s may have the variables %s", async (key, allowed) => {
  expect(await variables(key)).toBe(allowed);
});

test("every text of ours, in every language, follows the rules for own texts", async () => {
  for (const language of languageTags) {
    const sentences = sentencesOf(language, await loadWords(language));
    const texts = Object.fromEntries(sentences.map(({ key, text }) => [key, text]));
    expect(await requireTexts(language, texts)).toEqual(texts);
    for (const { key, text, variables } of sentences) {
      for (const name of variablesIn(text))
        expect([key, variables]).toEqual([key, expect.arrayContaining([name])]);
    }
  }
});

test("no code can be shown on a lock screen, and no name to an address that may be a stranger's", async () => {
  for (const { key, place, part, variables } of sentencesOf("en", await loadWords("en"))) {
    const isShown = part === "subject" || part === "preview";
    if (isShown || !/_code$/.test(place)) expect([key, variables.includes("code")]).toEqual([key, false]);
    const mayName =
      /^(body|not_you)$/.test(part) && !/(verify_email|change_email|invite_user|email_code)$/.test(place);
    if (!mayName || !place.startsWith("email."))
      expect([key, variables.includes("name")]).toEqual([key, false]);
  }
});

test("a plural sentence has one text for each category of its language", async () => {
  const keysIn = async (language: "de" | "ja" | "pl" | "ar") =>
    sentencesOf(language, await loadWords(language))
      .filter(({ key }) => key.startsWith("page.password.at_least"))
      .map(({ part }) => part.replace("at_least.", ""))
      .toSorted();
  expect(await keysIn("de")).toEqual(["one", "other"]);
  expect(await keysIn("ja")).toEqual(["other"]);
  expect(await keysIn("pl")).toEqual(["few", "many", "one", "other"]);
  expect(await keysIn("ar")).toEqual(["few", "many", "one", "other", "two", "zero"]);
  expect(await problemOf("page.password.at_least.few", "x")).toContain("is no sentence of this language");
  expect(await requireTexts("pl", { "page.password.at_least.few": "{count} znaki" })).toBeDefined();
});

test("what administrators of the server get is not a project's to word", async () => {
  expect(await problemOf("email.invite_admin.subject", "x")).toContain("is no sentence of this language");
  expect(await problemOf("page.accept_invite.heading", "x")).toContain("is no sentence of this language");
});

test.each([
  [
    SUBJECT,
    "Hallo {code}",
    "has {code}; the variables of this sentence are {product}, {support_email}, {lifetime}",
  ],
  ["email.email_code.subject", "{code} ist dein Code", "has {code}"],
  ["email.email_code.preview", "{code}", "has {code}"],
  ["email.verify_email.body", "Hallo {name}", "has {name}"],
  [BODY, "Hallo {Name}", "has {Name}"],
  [BODY, "Hallo {name", "has a brace that belongs to no variable"],
  [BODY, "Hallo {{name}}", "has a brace that belongs to no variable"],
  [BODY, "{#if name}Hallo{/if}", "has {#if name}"],
  ["page.verify.heading", "Hi {product}", "has {product}; this sentence has no variables"],
  [SUBJECT, "Hallo\nBcc: eve@example.com", "must be one line"],
  [SUBJECT, "Hallo\r\nBcc: eve@example.com", "must be one line"],
  [SUBJECT, "Hallo\rBcc: eve@example.com", "without control characters"],
  [SUBJECT, "Hallo\u0085Bcc", "without control characters"],
  [SUBJECT, "Hallo\u2028Bcc", "without control characters"],
  [BODY, "null\u0000byte", "without control characters"],
  [BODY, "abc\u202Ecba", "without control characters"],
  [BODY, "abc\u2066cba", "without control characters"],
  [BODY, "half \ud83d", "without control characters"],
  [SUBJECT, "x".repeat(201), "at most 200 characters"],
  ["page.verify.not_you_button", "x".repeat(201), "at most 200 characters"],
  [BODY, "x".repeat(2001), "at most 2000 characters"],
  ["page.reset.done", "a\nb", "must be one line"],
  ["email.verify_email.subjekt", "x", "did you mean email.verify_email.subject?"],
  ["__proto__", "x", "is no sentence of this language"],
  ["constructor", "x", "is no sentence of this language"],
])("%s: %j is refused", async (key, text, problem) => {
  const said = await problemOf(key, text);
  expect(said).toContain(problem);
  expect(said).toContain(`wording.de.${key}`);
});

test("paragraphs, emoji, right-to-left text and what looks like HTML are plain text and stay as they are", async () => {
  const texts = {
    [BODY]: 'Hallo {name}\n\n<b>fett</b> & "Zitat"',
    [SUBJECT]: "🎉".repeat(200),
    "page.verify.body": "أهلا\nبك {product}",
  };
  expect(await requireTexts("de", texts)).toEqual(texts);
  expect(await requireTexts("de", { [SUBJECT]: "  \n " })).toEqual({ [SUBJECT]: "" });
});

test("a draft with a wrong text is shown with the others", async () => {
  expect(await savableTexts("de", { [SUBJECT]: "{code}", [BODY]: "Gut", nothing: "x" })).toEqual({
    [BODY]: "Gut",
  });
});

test("a project may have 100 KB of own texts", () => {
  expect(() => requireFewTexts(["ä".repeat(50 * 1024)])).not.toThrow();
  expect(() => requireFewTexts(["ä".repeat(50 * 1024), "x"])).toThrow(
    expect.objectContaining({ detail: expect.stringContaining("at most 100 KB") }),
  );
});

test("every email and page has a preview", async () => {
  const places = new Set(sentencesOf("en", await loadWords("en")).map(({ place }) => place));
  const without = [...places].filter((place) => previewOf(place) === "");
  expect(without).toEqual([]);
});
