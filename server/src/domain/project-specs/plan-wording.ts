import type { LanguageTag } from "../../wording/languages.ts";
import { requireFewTexts, requireTexts } from "../wording/check-texts.ts";
import { type OwnWording, withTexts } from "../wording/own-wording.ts";
import type { SpecToApply } from "./parse-spec.ts";
import type { SpecChange } from "./spec-change.ts";

export type WordingPlan = {
  /** The texts that the spec names. */
  given: OwnWording;
  /** All own texts after the change. */
  wording: OwnWording;
  changes: SpecChange[];
};

/** The texts of a spec in the form in which they are stored. Throws INVALID_REQUEST with language and key. */
export async function requireWording(wording: OwnWording): Promise<OwnWording> {
  const checked = Object.entries(wording).map(
    async ([language, texts]) => [language, await requireTexts(language as LanguageTag, texts)] as const,
  );
  return Object.fromEntries(await Promise.all(checked));
}

/** Texts that the spec leaves out stay unchanged, also without `merge`: a spec of before has none. */
export function planWording({ wording: given }: SpecToApply, current: OwnWording): WordingPlan {
  const wording = withTexts(current, given);
  requireFewTexts(Object.values(wording).flatMap((texts) => Object.values(texts)));
  const changes = Object.entries(given).flatMap(([language, texts]) =>
    Object.entries(texts).flatMap(([key, text]): SpecChange[] => {
      const old = current[language as LanguageTag]?.[key];
      if (text === (old ?? "")) return [];
      return [{ path: `wording.${language}.${key}`, kind: "set", oldValue: old, newValue: text }];
    }),
  );
  return { given, wording, changes };
}
