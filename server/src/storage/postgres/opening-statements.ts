import { type RawBuilder, sql } from "kysely";
import type { Db, Millis, User } from "../db.ts";
import { identitiesOfUser } from "../identities-of-user.ts";
import { prepared } from "../prepared.ts";
import { isIssuedSinceRestore } from "../restored-at.ts";
import { USER_COLUMNS, userColumns } from "../rows/users.ts";
import { markedDay } from "./marked-day.ts";
import { unchangedProject } from "./unchanged-project.ts";

/** Lists in JSON, each with one item for each user: what has to hold, and the rows to insert. */
type Values = { openings: string; sessions: string; events: string };

/** The names of an opening in the list, and their types. */
const COLUMNS = {
  n: "int",
  project_id: "text",
  version: "text",
  user_id: "text",
  must_verify: "boolean",
  activity_version: "text",
  now: "bigint",
  user_agent: "text",
  session_limit: "int",
  attempt: "text",
  session_id: "text",
  marks: "boolean",
  day: "text",
  since: "text",
  longest_gap: "int",
} as const;

const PASSWORD_COLUMNS = { ...COLUMNS, password_hash: "text" } as const;

const PASSKEY_COLUMNS = {
  ...COLUMNS,
  passkey_id: "text",
  sign_count_before: "bigint",
  sign_count: "bigint",
  backed_up: "bigint",
  challenge_hash: "text",
  challenge_expires_at: "bigint",
  challenge_issued_at: "bigint",
} as const;

type Columns = Readonly<Record<string, string>>;
export type OpeningRow<Of extends Columns = typeof COLUMNS> = Readonly<
  Record<keyof Of, string | number | boolean | null>
>;
export type PasskeyOpeningRow = OpeningRow<typeof PASSKEY_COLUMNS>;

/** One for each opening. */
export type OpenedRow = Partial<User> & {
  n: number;
  /** The challenge was used up. */
  hasBegun: boolean;
  /** Null when no session was opened; then there is no user either. */
  sessionId: string | null;
  lastActiveAt: Millis;
  kid: string | null;
  privateKeySealed: string | null;
  identities: string | null;
};

/** What proves who the users are. Each step does something only for those whom the step before it has left. */
type Proof = Readonly<{
  columns: Columns;
  /** Uses something up, for the rows of `allowed`. */
  used: RawBuilder<{ one: number }>;
  /** The rows of `allowed` that go on after it. Sorted, so that all are known before the first row is locked. */
  begun: RawBuilder<{ one: number }>;
  /** Locks more than the user and the activity of a row of `begun`. */
  locks: RawBuilder<unknown>;
  /** In the `where` that locks the user of a row of `begun`. */
  isUser: RawBuilder<boolean>;
  /** Stores what was used by a row of `admitted`, and returns its user. */
  stored: RawBuilder<{ userId: string }>;
}>;

export const openByPasswords = prepared((db, by: Values) =>
  openings(db, by, {
    columns: PASSWORD_COLUMNS,
    used: sql`(select n as one from allowed)`,
    begun: sql`(select * from allowed order by n)`,
    locks: sql``,
    isUser: sql`users.id = begun.user_id and users.password_hash = begun.password_hash`,
    stored: sql`(select id as user_id from admitted)`,
  }),
);

export const openByPasskeys = prepared((db, by: Values) =>
  openings(db, by, {
    columns: PASSKEY_COLUMNS,
    // In the order of the hashes: two statements that wait for each other's challenges would never end.
    used: sql`(insert into used_passkey_challenges (hash, project_id, expires_at)
      select challenge_hash, project_id, challenge_expires_at from allowed
      where ${isIssuedSinceRestore(sql.ref("challenge_issued_at"))}
      order by challenge_hash on conflict do nothing returning hash)`,
    begun: sql`(select allowed.* from used join allowed on allowed.challenge_hash = used.hash order by n)`,
    locks: sql`cross join lateral (select user_id from passkeys where passkeys.project_id = begun.project_id
      and passkeys.user_id = begun.user_id and passkeys.id = begun.passkey_id
      and passkeys.sign_count = begun.sign_count_before for no key update skip locked) as passkey`,
    isUser: sql`users.id = passkey.user_id`,
    stored: sql`(update passkeys
      set sign_count = begun.sign_count, backed_up = begun.backed_up, last_used_at = begun.now
      from admitted join begun on begun.user_id = admitted.id
      where passkeys.id = begun.passkey_id returning passkeys.user_id)`,
  }),
);

/**
 * Opens the sessions of users who have proven who they are, each of another user. Everything that must stop a sign-in is a
 * condition on a row that is locked here: the passkey, the user, the activity. The rest is `allowed` by what the
 * statement reads before that.
 *
 * It never waits for one of these rows: whoever has it locked may be slow, and the other users would wait as well. Each
 * is found by the one before it, so they are locked in the order in which transactions lock them.
 */
function openings(db: Db, by: Values, { columns, used, begun, locks, isUser, stored }: Proof) {
  // PostgreSQL takes a list for 100 rows. With the condition on `n` it plans for one (ADR 0081).
  const types = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
  return db
    .with(
      "opening",
      () =>
        sql<{ n: number; userId: string; sessionId: string; now: Millis }>`(select *
          from json_to_recordset(${by.openings}::json) as opening (${sql.join(types)}) where n between 0 and 999)`,
    )
    .with("allowed", () => allowed)
    .with("used", () => used)
    .with("begun", () => begun)
    .with(
      "admitted",
      () => sql<User>`(select ${sql.join(userColumns("users").map((column) => sql.ref(column)))} from begun ${locks}
        cross join lateral (select ${sql.join(USER_COLUMNS.map((column) => sql.ref(column)))} from users
          where users.project_id = begun.project_id and ${isUser}
          and users.disabled_at is null and users.deletion_due_at is null
          and (not begun.must_verify or users.email is null or users.email_verified_at is not null)
          for no key update skip locked) as users
        cross join lateral (select user_id from user_activity
          where user_activity.project_id = begun.project_id and user_activity.user_id = users.id
          and user_activity.xmin::text = begun.activity_version
          for no key update skip locked) as activity)`,
    )
    .with("stored", () => stored)
    .with(
      "active",
      () =>
        sql<{
          userId: string;
        }>`(update user_activity set last_active_at = begun.now, last_sign_in_at = begun.now
          from stored join begun on begun.user_id = stored.user_id
          where user_activity.user_id = stored.user_id returning user_activity.user_id)`,
    )
    .with(
      "opened",
      () =>
        // In the order of the attempts, for which statements may wait as for the challenges.
        sql<{ sessionId: string; userId: string }>`(insert into sessions
          select new.* from active
          join json_populate_recordset(null::sessions, ${by.sessions}::json) as new on new.user_id = active.user_id
          order by new.opening_attempt
          on conflict (project_id, opening_attempt) where opening_attempt is not null do nothing
          returning id as session_id, user_id)`,
    )
    .with("marked", () => {
      const users = sql`(select begun.* from opened join begun on begun.user_id = opened.user_id and begun.marks)`;
      return markedDay(users, {
        projectId: sql.ref("users.project_id"),
        day: sql.ref("users.day"),
        since: sql.ref("users.since"),
        longestGap: sql.ref("users.longest_gap"),
      });
    })
    .with(
      "logged",
      () =>
        sql<{ one: number }>`(insert into events
          select new.* from opened
          join json_populate_recordset(null::events, ${by.events}::json) as new on new.user_id = opened.user_id)`,
    )
    .selectFrom("opening")
    .leftJoin("opened", "opened.sessionId", "opening.sessionId")
    .leftJoin("admitted as user", "user.id", "opened.userId")
    .leftJoin("signingKeys as key", (join) =>
      join.onRef("key.projectId", "=", "user.projectId").on("key.graceUntil", "is", null),
    )
    .select(userColumns("user"))
    .select([
      "opening.n",
      "opening.now as lastActiveAt",
      "key.kid",
      "key.privateKeySealed",
      "opened.sessionId",
    ])
    .select(sql<boolean>`exists (select 1 from begun where begun.n = opening.n)`.as("hasBegun"))
    .select((row) => identitiesOfUser(db, row as never).as("identities"));
}

const ofOpening = (column: keyof typeof COLUMNS): RawBuilder<never> => sql.ref(`opening.${column}`);

/** What the transaction would not have to decide about, as far as it can be read before anything is locked. */
const allowed = sql<{ one: number }>`(select * from opening
  where exists ${unchangedProject({ projectId: ofOpening("project_id"), version: ofOpening("version") })}
  and (opening.user_agent is null or exists (select 1 from sessions
    where sessions.project_id = opening.project_id and sessions.user_id = opening.user_id
    and sessions.user_agent = opening.user_agent))
  and (opening.session_limit = 0 or opening.session_limit > (select count(*) from (
    select 1 from sessions where sessions.project_id = opening.project_id and sessions.user_id = opening.user_id
    and sessions.revoked_at is null and sessions.ends_at > opening.now limit opening.session_limit) as open))
  and ${isFirstUse()}
  and exists (select 1 from signing_keys
    where signing_keys.project_id = opening.project_id and signing_keys.grace_until is null))`;

/** The insert would wait for a transaction that is ending the session of this attempt, and that waits for the user. */
function isFirstUse(): RawBuilder<boolean> {
  return sql`(opening.attempt is null or not exists (select 1 from sessions
      where sessions.project_id = opening.project_id and sessions.opening_attempt = opening.attempt)
    and not exists (select 1 from sign_up_attempts where sign_up_attempts.project_id = opening.project_id
      and sign_up_attempts.attempt_hash = opening.attempt and sign_up_attempts.expires_at > opening.now))`;
}
