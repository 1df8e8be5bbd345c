import { expect, test } from "vitest";
import { englishName, languageTags, ownName } from "../../console/src/pages/settings/languages.ts";
import { languageTags as known } from "../src/wording/languages.ts";

test("the console offers every language of emails and pages, by its own name", () => {
  expect(languageTags).toEqual(known);
  expect(["de", "pt-BR", "zh-Hans", "ar"].map(ownName)).toEqual([
    "Deutsch",
    "Português (Brasil)",
    "简体中文",
    "العربية",
  ]);
  expect(languageTags.map(englishName)).toContain("Ukrainian");
});
