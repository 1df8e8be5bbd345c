import type { Db, ProjectTextRow } from "./db.ts";

/** The own texts of a project in a language, by their sentence. */
export async function listProjectTexts(
  db: Db,
  projectId: string,
  language: string,
): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom("projectTexts")
    .select(["sentence", "text"])
    .where("projectId", "=", projectId)
    .where("language", "=", language)
    .orderBy("sentence")
    .execute();
  return Object.fromEntries(rows.map(({ sentence, text }) => [sentence, text]));
}

/** In all languages. */
export function listAllProjectTexts(
  db: Db,
  projectId: string,
): Promise<Pick<ProjectTextRow, "language" | "sentence" | "text">[]> {
  return db
    .selectFrom("projectTexts")
    .select(["language", "sentence", "text"])
    .where("projectId", "=", projectId)
    .orderBy("language")
    .orderBy("sentence")
    .execute();
}

export async function upsertProjectText(db: Db, row: ProjectTextRow): Promise<void> {
  await db
    .insertInto("projectTexts")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["projectId", "language", "sentence"]).doUpdateSet({ text: row.text }),
    )
    .execute();
}

export async function deleteProjectText(
  db: Db,
  projectId: string,
  language: string,
  sentence: string,
): Promise<void> {
  await db
    .deleteFrom("projectTexts")
    .where("projectId", "=", projectId)
    .where("language", "=", language)
    .where("sentence", "=", sentence)
    .execute();
}
