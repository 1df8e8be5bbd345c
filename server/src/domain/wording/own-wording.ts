import { isDeepStrictEqual } from "node:util";
import type { App } from "../../app.ts";
import {
  deleteProjectText,
  listAllProjectTexts,
  listProjectTexts,
  upsertProjectText,
} from "../../storage/project-texts.ts";
import { lockProject, updateProject } from "../../storage/projects.ts";
import { transact } from "../../storage/transact.ts";
import type { LanguageTag } from "../../wording/languages.ts";
import { loadWords } from "../../wording/load-words.ts";
import type { OwnTexts } from "../../wording/wording.ts";
import { changesBetween } from "../analytics/changes.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { etagOf, requireEtag } from "../etag.ts";
import { projectNotFoundError } from "../projects/find-project.ts";
import type { Project } from "../projects/project.ts";
import { currentTheme } from "../themes/current-theme.ts";
import { requireFewTexts, requireTexts } from "./check-texts.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";
import { textsOfTheme } from "./texts-of-theme.ts";

type WriteApp = Pick<App, "clock" | "db" | "newId">;

/** The own texts of a project, by language and key. */
export type OwnWording = Readonly<Partial<Record<LanguageTag, OwnTexts>>>;

/** A sentence with what a project made of it. */
export type ProjectSentence = Sentence & Readonly<{ ownText: string; isFromTheme: boolean }>;

/** Every sentence of a project in a language, and the version of its own texts. */
export async function getWording(
  app: Pick<App, "db">,
  project: Pick<Project, "id" | "settings">,
  language: LanguageTag,
): Promise<{ sentences: ProjectSentence[]; etag: string }> {
  const own = await listProjectTexts(app.db, project.id, language);
  const isDefault = language === project.settings.defaultLanguage;
  const ofTheme = isDefault ? textsOfTheme(await currentTheme(app, project)) : {};
  const sentences = sentencesOf(language, await loadWords(language)).map((sentence) => {
    const themed = ofTheme[sentence.key];
    const [ownText, text] = [own[sentence.key] ?? "", themed ?? sentence.text];
    return { ...sentence, text, ownText, isFromTheme: themed !== undefined };
  });
  return { sentences, etag: wordingEtag(own) };
}

/** Replaces the texts that are given, all or none. An empty one goes back to ours. */
export async function updateWording(
  app: WriteApp,
  project: Pick<Project, "id">,
  given: { language: LanguageTag; texts: OwnTexts },
  { by, etag }: { by: Actor; etag?: string | undefined },
): Promise<void> {
  const { language } = given;
  const texts = await requireTexts(language, given.texts);
  await transact(app, async (app) => {
    if (!(await lockProject(app.db, { id: project.id }))) throw projectNotFoundError(project.id);
    const current = await listProjectTexts(app.db, project.id, language);
    requireEtag(etag, wordingEtag(current), "wording");
    await saveWording(app, project, by, { [language]: texts });
  });
}

/** Call it in a transaction that has locked the project, with texts that `requireTexts` has returned. */
export async function saveWording(
  app: WriteApp,
  { id }: Pick<Project, "id">,
  by: Actor,
  wording: OwnWording,
): Promise<void> {
  const before = await ownWording(app, { id });
  const after = withTexts(before, wording);
  if (isDeepStrictEqual(before, after)) return;
  requireFewTexts(Object.values(after).flatMap((texts) => Object.values(texts)));
  const languages = Object.keys(wording) as LanguageTag[];
  const given = Object.entries(wording).flatMap(([language, texts]) =>
    Object.entries(texts).map(([sentence, text]) => ({ language, sentence, text })),
  );
  for (const { language, sentence, text } of given) {
    if (text === "") await deleteProjectText(app.db, id, language, sentence);
    else await upsertProjectText(app.db, { projectId: id, language, sentence, text });
  }
  await updateProject(app.db, id, { updatedAt: app.clock() });
  await recordEvent(app, {
    kind: "admin.wording_changed",
    projectId: id,
    by,
    data: {
      languages: languages.join(", "),
      ...changesBetween(only(before, languages), only(after, languages)),
    },
  });
}

/** A language without own texts is empty, so that each text is a change of its own. */
function only(wording: OwnWording, languages: readonly LanguageTag[]): OwnWording {
  return Object.fromEntries(languages.map((language) => [language, wording[language] ?? {}]));
}

/** All own texts of a project. */
export async function ownWording(app: Pick<App, "db">, { id }: Pick<Project, "id">): Promise<OwnWording> {
  const rows = await listAllProjectTexts(app.db, id);
  const languages = Map.groupBy(rows, ({ language }) => language as LanguageTag);
  return Object.fromEntries(
    [...languages].map(([language, texts]) => [
      language,
      Object.fromEntries(texts.map(({ sentence, text }) => [sentence, text])),
    ]),
  );
}

/** The texts with these in place of those before. Empty ones are gone. */
export function withTexts(before: OwnWording, given: OwnWording): OwnWording {
  const languages = [...new Set([...Object.keys(before), ...Object.keys(given)])] as LanguageTag[];
  const merged = languages.map((language) => {
    const texts = Object.entries({ ...before[language], ...given[language] }).filter(
      ([, text]) => text !== "",
    );
    return [language, Object.fromEntries(texts)] as const;
  });
  return Object.fromEntries(merged.filter(([, texts]) => Object.keys(texts).length > 0));
}

/** The version of the own texts of a language. */
export function wordingEtag(own: OwnTexts): string {
  return etagOf(Object.entries(own).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
