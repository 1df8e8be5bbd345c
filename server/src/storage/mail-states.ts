import type { Db, MailState } from "./db.ts";

/** What became of these mails, as far as they are still stored. */
export async function listMailStates(
  db: Db,
  projectId: string | null,
  ids: readonly string[],
): Promise<Map<string, MailState>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("outbox")
    .select(["id", "sentAt", "gaveUpAt", "relayAnswer"])
    .where("projectId", "is not distinct from", projectId)
    .where("id", "in", ids)
    .execute();
  return new Map(
    rows.flatMap(({ id, sentAt, gaveUpAt, relayAnswer }): [string, MailState][] => {
      if (gaveUpAt !== null) return [[id, "failed"]];
      if (sentAt === null) return [[id, "waiting"]];
      return relayAnswer === null ? [] : [[id, "sent"]];
    }),
  );
}
