import { describe, expect, test } from "vitest";
import { words } from "./en/words.ts";
import { Wording, wordingOf } from "./wording.ts";

const product = { product: "Demo", support_email: undefined, name: undefined };

describe("an own text", () => {
  const withText = (text: string) => new Wording("en", words, { "email.verify_email.body": text });
  const paragraphs = (text: string, values = {}) =>
    withText(text).paragraphs("email.verify_email.body", { ...product, ...values });

  test("replaces ours, with the values of its variables", () => {
    expect(paragraphs("Welcome to {product}!\r\n\r\nHave fun.")).toEqual(["Welcome to Demo!", "Have fun."]);
  });

  test("leaves a paragraph out whose variable has no value, and is not used when nothing is left", () => {
    expect(paragraphs("Hello {name},\nwelcome.")).toEqual(["welcome."]);
    expect(paragraphs("Hello {name},\nwelcome.", { name: "Ada" })).toEqual(["Hello Ada,", "welcome."]);
    expect(paragraphs("Ask {support_email}")).toEqual([
      "This address was used to sign up for Demo. Please confirm that it is yours.",
    ]);
  });

  test("keeps words in braces that are no variable, as themes had them before", () => {
    expect(paragraphs("Use {curly} braces")).toEqual(["Use {curly} braces"]);
    expect(paragraphs("{constructor} {__proto__}")).toEqual(["{constructor} {__proto__}"]);
  });

  test("has no control or direction characters, and neither has a value", () => {
    expect(paragraphs("A\u0000B\u202eC")).toEqual(["A BC"]);
    expect(paragraphs("{name}", { name: "x\r\ny\u202ez" })).toEqual(["x yz"]);
  });

  test("is not filled twice: a value that looks like a variable stays as it is", () => {
    expect(paragraphs("{name}", { name: "{product}" })).toEqual(["{product}"]);
  });

  test("of a plural sentence is chosen by its category", () => {
    const own = new Wording("en", words, { "page.password.at_least.one": "Just {count}" });
    expect(own.plural("page.password.at_least", 1)).toBe("Just 1");
    expect(own.plural("page.password.at_least", 8)).toBe(
      "At least 8 characters. Spaces and symbols are fine.",
    );
  });
});

test("numbers, durations, dates and lists are those of the language", async () => {
  const english = await wordingOf("en");
  expect(english.duration(24 * 3_600_000)).toBe("24 hours");
  expect(english.duration(10 * 60_000)).toBe("10 minutes");
  expect(english.duration(1)).toBe("1 minute");
  expect(english.duration(7 * 24 * 3_600_000, "day")).toBe("7 days");
  expect(english.time(Date.UTC(2030, 0, 1, 14, 5))).toBe("1 January 2030 at 14:05 UTC");
  expect(english.list(["Google", "Apple"])).toBe("Google and Apple");
  const german = await wordingOf("de");
  expect(german.duration(3_600_000)).toBe("1 Stunde");
  expect(german.day(Date.UTC(2030, 0, 1))).toBe("1. Januar 2030");
  const arabic = await wordingOf("ar");
  expect(arabic.duration(3 * 3_600_000)).toBe("3 ساعات");
  expect(arabic.number(1234)).toMatch(/^1.?234$/);
});

test("in right-to-left text a value keeps its own direction", async () => {
  const arabic = await wordingOf("ar");
  expect(arabic.text("email.verify_email.subject", { product: "Demo" })).toContain("\u2068Demo\u2069");
  expect((await wordingOf("en")).text("email.verify_email.subject", { product: "Demo" })).not.toContain(
    "\u2068",
  );
});
