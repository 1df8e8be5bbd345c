import { sql } from "kysely";
import type { Db } from "./db.ts";

/** A user who is deleted, and the random id that takes the place of theirs. */
export type Replacement = Readonly<{ userId: string; by: string }>;

/** Tells nothing about a person, and the day's sign-ins are counted by it, now or later. */
const METHOD_ONLY = ["password", "google", "apple", "anonymous", "email_code"].flatMap((method) =>
  [undefined, "disabled", "email_not_verified", "throttled"].map((reason) =>
    JSON.stringify({ method, reason }),
  ),
);

/** Events keep that something happened and when. They lose who it was, from where and with what. */
export async function erasePersonFromEvents(
  db: Db,
  projectId: string,
  { userId, by }: Replacement,
): Promise<void> {
  await db
    .updateTable("events")
    .set(({ eb, ref }) => ({
      userId: by,
      actor: eb.case().when("actor", "=", `user:${userId}`).then(`user:${by}`).else(ref("actor")).end(),
      ip: null,
      userAgent: null,
      data: eb.case().when("data", "in", METHOD_ONLY).then(ref("data")).else("{}").end(),
    }))
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .execute();
}

/** As the index `events_by_another_user` has it. */
const BY_ANOTHER_USER = sql<boolean>`substr(actor, 1, 5) = 'user:' and substr(actor, 6) <> coalesce(user_id, '')`;

/** The events of others do not tell any more that one of these users did it, and from where. */
export async function erasePeopleAsActors(
  db: Db,
  projectId: string,
  replacements: readonly Replacement[],
): Promise<void> {
  if (replacements.length === 0) return;
  const by = new Map(replacements.map((each) => [`user:${each.userId}`, `user:${each.by}`]));
  const found = await db
    .selectFrom("events")
    .select("actor")
    .distinct()
    .where("projectId", "=", projectId)
    .where(BY_ANOTHER_USER)
    .where("actor", "in", [...by.keys()])
    .execute();
  for (const { actor } of found) {
    await db
      .updateTable("events")
      .set({ actor: by.get(actor) ?? "", ip: null, userAgent: null })
      .where("projectId", "=", projectId)
      .where(BY_ANOTHER_USER)
      .where("actor", "=", actor)
      .execute();
  }
}

/** The end of the data of an event that tells whose a purchase was before: `"from_user_id":"<36 characters>"}`. */
const FORMER_OWNER = sql<string>`substr(data, length(data) - 37, 36)`;
const WITHOUT_FORMER_OWNER = sql<string>`substr(data, 1, length(data) - 39) || 'null}'`;
/** As the index `events_by_former_owner` has them. */
const MOVES = sql<boolean>`kind in ('subscription.transferred', 'purchase.transferred', 'admin.subscription_transferred')`;

/** The events of whoever has a purchase now do not tell any more that it was bought by one of these users. */
export async function eraseFormerOwners(
  db: Db,
  projectId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .updateTable("events")
    .set({ data: WITHOUT_FORMER_OWNER })
    .where("projectId", "=", projectId)
    .where(MOVES)
    .where(FORMER_OWNER, "in", userIds)
    .execute();
}

/** Statistics count the days of different users, and not who they are. */
export async function erasePersonFromActiveDays(
  db: Db,
  projectId: string,
  { userId, by }: Replacement,
): Promise<void> {
  await db
    .updateTable("userActiveDays")
    .set({ userId: by })
    .where("projectId", "=", projectId)
    .where("userId", "=", userId)
    .execute();
}

/** An address of a user, of now or of earlier. */
export type KnownAddress = { userId: string; email: string };

/** The addresses of users that other tables than the events have. */
export async function listAddressesOf(
  db: Db,
  projectId: string,
  userIds: readonly string[],
): Promise<KnownAddress[]> {
  if (userIds.length === 0) return [];
  const of = (table: "emailTokens" | "addressUndos") =>
    db
      .selectFrom(table)
      .select(["userId", "email"])
      .where("projectId", "=", projectId)
      .where("userId", "in", userIds);
  return db
    .selectFrom("users")
    .select(["id as userId", "email"])
    .where("projectId", "=", projectId)
    .where("id", "in", userIds)
    .where("email", "is not", null)
    .$narrowType<KnownAddress>()
    .unionAll(of("emailTokens"))
    .unionAll(of("addressUndos"))
    .execute();
}

/** What the events of these kinds tell about users. */
export async function listEventData(
  db: Db,
  projectId: string,
  userIds: readonly string[],
  kinds: readonly string[],
): Promise<{ userId: string; data: string }[]> {
  if (userIds.length === 0) return [];
  return (
    db
      .selectFrom("events")
      .select(["userId", "data"])
      .where("projectId", "=", projectId)
      .where("userId", "in", userIds)
      // Keeps SQLite from going through all events of these kinds.
      .where(sql<string>`kind || ''`, "in", kinds)
      .$narrowType<{ userId: string }>()
      .execute()
  );
}

/** Sent or not: to the users, and to addresses that nobody has now. */
export async function deleteMailOf(
  db: Db,
  projectId: string,
  userIds: readonly string[],
  addresses: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await db.deleteFrom("outbox").where("projectId", "=", projectId).where("userId", "in", userIds).execute();
  if (addresses.length === 0) return;
  await db
    .deleteFrom("outbox")
    .where("projectId", "=", projectId)
    .where("recipient", "in", addresses)
    .where("userId", "is", null)
    .where((mail) =>
      mail.not(
        mail.exists(
          mail
            .selectFrom("users")
            .select("users.id")
            .where("users.projectId", "=", projectId)
            .whereRef("users.email", "=", "outbox.recipient"),
        ),
      ),
    )
    .execute();
}
