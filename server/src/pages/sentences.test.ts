import { expect, test } from "vitest";
import { html, render } from "../wire/html.ts";
import { loadWords } from "../wording/load-words.ts";
import { Wording } from "../wording/wording.ts";
import { neutralBrand } from "./brand.ts";
import type { Presentation } from "./page.ts";
import { inOneLine, paragraphs, plainText, sentence } from "./sentences.ts";

const words = await loadWords("en");
const DONE = "page.verify.done";

const saying = (text: string, brand: Partial<Presentation["brand"]> = {}): Presentation => ({
  brand: { ...neutralBrand, name: "Fernweh", ...brand },
  wording: new Wording("en", words, { [DONE]: text }),
});

test("markup comes from values that are markup, and from nothing else", () => {
  const presentation = saying("<b>{email}</b> & {product}", { name: "<i>{email}</i>" });
  const email = html`<strong>ada</strong>`;
  expect(render(sentence(presentation, DONE, { email }))).toBe(
    "&#60;b&#62;<strong>ada</strong>&#60;/b&#62; &#38; &#60;i&#62;{email}&#60;/i&#62;",
  );
  expect(render(sentence(presentation, DONE, { email: "<a>" }))).toContain("&#60;a&#62;");
});

test("a value is never looked at for variables", () => {
  expect(render(sentence(saying("{email} {product}"), DONE, { email: "{product}" }))).toBe(
    "{product} Fernweh",
  );
});

test("a line break begins a new paragraph, and a line without its value is left out", () => {
  const text = "Hello.\nWrite to {support_email}.\n\nBye.";
  expect(render(paragraphs(saying(text), DONE))).toBe("<p>Hello.</p><p>Bye.</p>");
  expect(render(paragraphs(saying(text, { supportEmail: "help@example.com" }), DONE))).toContain(
    '<p>Write to <a href="mailto:help@example.com"><bdi dir="ltr">help@example.com</bdi></a>.</p>',
  );
});

test("an own heading whose variable has no value gives way to ours", () => {
  const wording = new Wording("en", words, { "page.verify.heading": "Ask {support_email}" });
  const brand = { ...neutralBrand, name: "Fernweh" };
  expect(plainText({ brand, wording }, "page.verify.heading")).toBe(words["page.verify.heading"]);
  const reachable = { ...brand, supportEmail: "a@example.com" };
  expect(plainText({ brand: reachable, wording }, "page.verify.heading")).toBe("Ask a@example.com");
});

test("a name in the other direction is kept apart from the words around it", () => {
  const product = (language: "en" | "ar", name: string) =>
    plainText(
      { brand: { ...neutralBrand, name }, wording: new Wording(language, words) },
      "page.app.heading",
    );
  expect(product("en", "Fernweh!")).toBe("Go back to Fernweh!");
  expect(product("ar", "Fernweh!")).toBe("Go back to \u2068Fernweh!\u2069");
  expect(product("en", "שלום")).toBe("Go back to \u2068שלום\u2069");
});

test("Japanese and Chinese sentences follow each other without a space", () => {
  const joined = (language: "en" | "ja" | "zh-Hant") =>
    render(inOneLine({ brand: neutralBrand, wording: new Wording(language, words) }, ["1.", "2."]));
  expect([joined("en"), joined("ja"), joined("zh-Hant")]).toEqual(["1. 2.", "1.2.", "1.2."]);
});
