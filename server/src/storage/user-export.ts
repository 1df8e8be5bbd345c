import { type Selectable, sql } from "kysely";
import type { Db, EventRow, Millis, OutboxMail, Tables, User, UserActiveDayRow } from "./db.ts";

/** The tables whose rows of one user are exported as they are, in the order of their ids. */
type TableOfUser =
  | "identities"
  | "passkeys"
  | "sessions"
  | "pushDevices"
  | "addressUndos"
  | "userNotes"
  | "entitlementGrants"
  | "subscriptions"
  | "purchases";

/** The row after which a page begins. `at` is for events only. */
export type ExportedPlace = Readonly<{ id: string; at: Millis }>;

/** These keep SQLite from going through all rows of the project to find those of one user. */
const PROJECT_OF_FEW = sql<string>`project_id || ''`;
const ID_OF_FEW = sql<string>`id || ''`;
const AT_OF_FEW = sql<Millis>`at + 0`;

type Page = Readonly<{ after: ExportedPlace | undefined; limit: number }>;
type Whose = Pick<User, "id" | "projectId">;

export function listRowsOfUser<T extends TableOfUser>(
  db: Db,
  table: T,
  user: Whose,
  { after, limit }: Page,
): Promise<Selectable<Tables[T]>[]> {
  let query = db
    .selectFrom(table as TableOfUser)
    .selectAll()
    .where(PROJECT_OF_FEW, "=", user.projectId)
    .where("userId", "=", user.id);
  if (after) query = query.where(ID_OF_FEW, ">", after.id);
  // The union of the tables has the columns of all; the name that the caller gave decides which.
  return query.orderBy(ID_OF_FEW).limit(limit).execute() as unknown as Promise<Selectable<Tables[T]>[]>;
}

/** One for each purpose at most, so they need no pages. */
export function listEmailLinksOfUser(db: Db, { id, projectId }: Whose) {
  return db
    .selectFrom("emailTokens")
    .select(["purpose", "email", "createdAt", "expiresAt"])
    .where("projectId", "=", projectId)
    .where("userId", "=", id)
    .orderBy("purpose")
    .execute();
}

/**
 * The emails that name the user, and those that name only an address of the user: the present one, or one that nobody
 * else can have yet.
 */
export function listMailsOfUser(
  db: Db,
  { id, projectId, email }: Pick<User, "id" | "projectId" | "email">,
  { after, limit }: Page,
): Promise<OutboxMail[]> {
  let query = db
    .selectFrom("outbox")
    .selectAll()
    .where("projectId", "=", projectId)
    .where((mail) =>
      mail.or([
        mail("userId", "=", id),
        mail.and([mail("userId", "is", null), mail("recipient", "=", email ?? "")]),
        mail.and([
          mail("userId", "is", null),
          mail(
            "recipient",
            "in",
            mail
              .selectFrom("addressUndos")
              .select("addressUndos.email")
              .where("addressUndos.projectId", "=", projectId)
              .where("addressUndos.userId", "=", id),
          ),
        ]),
      ]),
    );
  if (after) query = query.where("id", ">", after.id);
  return query.orderBy("id").limit(limit).execute();
}

/** Oldest first. The day is the place. */
export function listActiveDaysOfUser(
  db: Db,
  { id, projectId }: Whose,
  { after, limit }: Page,
): Promise<UserActiveDayRow[]> {
  let query = db
    .selectFrom("userActiveDays")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("userId", "=", id);
  if (after) query = query.where("day", ">", after.id);
  return query.orderBy("day").limit(limit).execute();
}

/** Oldest first, until the moment at which the export began: later ones would never end. */
export function listEventsOfUser(
  db: Db,
  { id, projectId }: Whose,
  { after, limit, until }: Page & { until: Millis },
): Promise<EventRow[]> {
  let query = db
    .selectFrom("events")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("userId", "=", id)
    .where(AT_OF_FEW, "<=", until);
  if (after) {
    query = query
      .where("at", ">=", after.at)
      .where((event) => event.or([event("at", ">", after.at), event("id", ">", after.id)]));
  }
  return query.orderBy("at").orderBy("id").limit(limit).execute();
}
