import type { Db, Millis } from "./db.ts";
import type { EventPosition } from "./events.ts";

export type StoredChange = Readonly<{ id: string; kind: string; at: Millis; userId: string }>;

/** Events of these kinds, oldest first: after a position, before a moment. Each kind is read from its own place in the index. */
export async function listUserEvents(
  db: Db,
  projectId: string,
  kinds: readonly string[],
  { after, before, limit }: { after: EventPosition; before: Millis; limit: number },
): Promise<StoredChange[]> {
  const ofKind = (kind: string) =>
    db
      .selectFrom(
        db
          .selectFrom("events")
          .select(["id", "kind", "at", "userId"])
          .where("projectId", "=", projectId)
          .where("kind", "=", kind)
          .where("at", ">=", after.at)
          .where("at", "<", before)
          .where((event) => event.or([event("at", ">", after.at), event("id", ">", after.id)]))
          .orderBy("at")
          .orderBy("id")
          .limit(limit)
          .as("ofKind"),
      )
      .selectAll();
  const [first, ...more] = kinds.map(ofKind);
  if (!first) return [];
  return more
    .reduce((all, next) => all.unionAll(next), first)
    .orderBy("at")
    .orderBy("id")
    .limit(limit)
    .$narrowType<{ userId: string }>()
    .execute();
}
