import type { IncomingMessage } from "node:http";
import { type LanguageTag, languageTags, REFERENCE } from "../wording/languages.ts";
import { chooseLanguage, readAcceptLanguage } from "../wording/negotiate.ts";
import { type Wording, wordingOf } from "../wording/wording.ts";
import { neutralBrand } from "./brand.ts";
import type { Presentation } from "./page.ts";

const MAX_HEADER = 512;

/** The languages that a visitor wants. The one of the address or the form comes before those of the browser. */
export type Wanted = Readonly<{ asked: LanguageTag | undefined; accepted: string }>;

/** Of what was asked for, only a language that we have is kept: nothing else is written into a page. */
export function wantedBy({ headers }: IncomingMessage, lang: string | null | undefined): Wanted {
  const asked = lang ? chooseLanguage([lang], languageTags) : undefined;
  return { asked, accepted: (headers["accept-language"] ?? "").slice(0, MAX_HEADER) };
}

/** The tags of the languages, the most wanted first. */
export function tagsOf({ asked, accepted }: Wanted): string[] {
  return [...(asked === undefined ? [] : [asked]), ...readAcceptLanguage(accepted)];
}

/** The same as an Accept-Language header, for the emails that a page sends. */
export function headerOf({ asked, accepted }: Wanted): string {
  return asked === undefined ? accepted : `${asked},${accepted}`;
}

/** The language that the next pages are asked for: undefined when the project does not offer it. */
export function langOf({ asked }: Wanted, { language }: Wording): LanguageTag | undefined {
  return asked === language ? asked : undefined;
}

/** For pages that belong to no project: they are there in every language. */
export async function neutralPresentation(wanted: Wanted): Promise<Presentation> {
  const wording = await wordingOf(chooseLanguage(tagsOf(wanted), languageTags) ?? REFERENCE);
  return { brand: neutralBrand, wording, lang: langOf(wanted, wording) };
}
