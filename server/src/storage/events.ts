import { sql } from "kysely";
import type { Db, EventRow, Millis } from "./db.ts";
import { preparedChange } from "./prepared.ts";

const eventInsert = preparedChange((db, event: EventRow) => db.insertInto("events").values(event));

export async function insertEvents(db: Db, events: readonly EventRow[]): Promise<void> {
  const [event, ...more] = events;
  if (event === undefined) return;
  if (more.length === 0) await eventInsert(db, event);
  else await db.insertInto("events").values(events).execute();
}

/** Forgets what events of these kinds tell about a user, but not that they happened. */
export async function eraseEventData(
  db: Db,
  projectId: string,
  userId: string,
  kinds: readonly string[],
): Promise<void> {
  await db
    .updateTable("events")
    .set({ data: "{}" })
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .where("kind", "in", kinds)
    .execute();
}

export type EventPosition = { at: Millis; id: string };

export type EventFilter = {
  kind?: string | undefined;
  /** Left out when all kinds are listed. */
  exceptKinds?: readonly string[] | undefined;
  userId?: string | undefined;
  /** Email address of an administrator. */
  admin?: string | undefined;
  ip?: string | undefined;
  /** Included. */
  from?: Millis | undefined;
  /** Not included. */
  to?: Millis | undefined;
};

/** Keeps SQLite from going through all events of a kind to find those of one user, administrator or address. */
const KIND_OF_FEW = sql<string>`kind || ''`;
/** As the index `events_by_admin` has it. */
const IS_ADMIN = sql<boolean>`substr(actor, 1, 6) = 'admin:'`;

/** Newest first, after the given event. The events of the instance itself when there is no project. */
export function listEvents(
  db: Db,
  projectId: string | null,
  filter: EventFilter,
  after: EventPosition | undefined,
  limit: number,
): Promise<EventRow[]> {
  const { kind, exceptKinds = [], userId, admin, ip, from, to } = filter;
  let query = ofProject(db, projectId).selectAll();
  const areFew = userId !== undefined || admin !== undefined || ip !== undefined;
  if (kind !== undefined) query = query.where(areFew ? KIND_OF_FEW : "kind", "=", kind);
  else if (exceptKinds.length > 0) query = query.where(KIND_OF_FEW, "not in", exceptKinds);
  if (userId !== undefined) query = query.where("userId", "=", userId);
  if (admin !== undefined) query = query.where(IS_ADMIN).where("actor", "=", `admin:${admin}`);
  if (ip !== undefined) query = query.where("ip", "=", ip);
  if (from !== undefined) query = query.where("at", ">=", from);
  if (to !== undefined) query = query.where("at", "<", to);
  if (after) {
    query = query
      .where("at", "<=", after.at)
      .where((event) => event.or([event("at", "<", after.at), event("id", "<", after.id)]));
  }
  return query.orderBy("at", "desc").orderBy("id", "desc").limit(limit).execute();
}

/** Every kind the project has events of: the index is asked for one after the other, not read through. */
export async function listEventKinds(db: Db, projectId: string | null): Promise<string[]> {
  const rows = await db
    .withRecursive("kinds(kind)", (kinds) =>
      ofProject(db, projectId)
        .select(({ fn }) => fn.min("events.kind").$castTo<string | null>().as("kind"))
        .unionAll(
          kinds
            .selectFrom("kinds")
            .select(({ selectFrom }) =>
              selectFrom("events")
                .select(({ fn }) => fn.min("events.kind").$castTo<string | null>().as("kind"))
                .where("events.projectId", projectId === null ? "is" : "=", projectId)
                .whereRef("events.kind", ">", "kinds.kind")
                .as("kind"),
            )
            .where("kinds.kind", "is not", null),
        ),
    )
    .selectFrom("kinds")
    .select("kind")
    .where("kind", "is not", null)
    .$narrowType<{ kind: string }>()
    .execute();
  return rows.map(({ kind }) => kind);
}

/** How many events of each of these kinds there are from one moment until before another. */
export function countEvents(
  db: Db,
  projectId: string,
  kinds: readonly string[],
  from: Millis,
  to: Millis,
): Promise<{ kind: string; count: number }[]> {
  return ofProject(db, projectId)
    .select(({ fn }) => ["kind", fn.countAll<number>().as("count")])
    .where("kind", "in", kinds)
    .where("at", ">=", from)
    .where("at", "<", to)
    .groupBy("kind")
    .execute();
}

/** How many events of a kind with one of these data there are, at most `most`. */
export async function countSameEvents(
  db: Db,
  projectId: string | null,
  { kind, data, from, most }: { kind: string; data: readonly string[]; from: Millis; most: number },
): Promise<number> {
  const rows = await ofProject(db, projectId)
    .select("at")
    .where("kind", "=", kind)
    .where("data", "in", data)
    .where("at", ">=", from)
    .limit(most)
    .execute();
  return rows.length;
}

/** The same for one kind, by what the events tell. */
export async function countEventData(
  db: Db,
  projectId: string,
  kind: string,
  from: Millis,
  to: Millis,
): Promise<{ data: string; hasUser: boolean; count: number }[]> {
  const rows = await ofProject(db, projectId)
    .select(({ eb, fn }) => [
      "data",
      eb("userId", "is", null).as("isNobody"),
      fn.countAll<number>().as("count"),
    ])
    .where("kind", "=", kind)
    .where("at", ">=", from)
    .where("at", "<", to)
    .groupBy(({ eb }) => ["data", eb("userId", "is", null)])
    .execute();
  return rows.map(({ data, isNobody, count }) => ({ data, hasUser: !isNobody, count }));
}

/** True when the project has at least that many events of that time. Looks at no more of them. */
export async function hasManyEvents(
  db: Db,
  projectId: string,
  from: Millis,
  to: Millis,
  many: number,
): Promise<boolean> {
  const row = await ofProject(db, projectId)
    .select("at")
    .where("at", ">=", from)
    .where("at", "<", to)
    .orderBy("at")
    .offset(many - 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function ofProject(db: Db, projectId: string | null) {
  return db.selectFrom("events").where("events.projectId", projectId === null ? "is" : "=", projectId);
}
