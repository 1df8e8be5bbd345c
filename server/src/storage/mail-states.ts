import type { Db, MailState, OutboxMail } from "./db.ts";

/** What became of these mails, as far as they are still stored. */
export async function listMailStates(
  db: Db,
  projectId: string | null,
  ids: readonly string[],
): Promise<Map<string, MailState>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("outbox")
    .select(["id", "sentAt", "gaveUpAt", "relayAnswer", "endedAs"])
    .where("projectId", "is not distinct from", projectId)
    .where("id", "in", ids)
    .execute();
  return new Map(
    rows.flatMap((mail): [string, MailState][] => {
      const state = mailState(mail);
      return state ? [[mail.id, state]] : [];
    }),
  );
}

/** Undefined for a mail that turned out not to be needed. */
export function mailState(
  mail: Pick<OutboxMail, "sentAt" | "gaveUpAt" | "relayAnswer" | "endedAs">,
): MailState | undefined {
  if (mail.gaveUpAt !== null) return mail.endedAs ?? "failed";
  if (mail.sentAt === null) return "waiting";
  return mail.relayAnswer === null ? undefined : "sent";
}
