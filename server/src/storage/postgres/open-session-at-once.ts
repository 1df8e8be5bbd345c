import { type RawBuilder, sql } from "kysely";
import type { Db, Millis } from "../db.ts";
import { identitiesOfUser } from "../identities-of-user.ts";
import { preparedFirst } from "../prepared.ts";
import { userColumns } from "../rows/users.ts";
import type { OpenedAtOnce, OpeningAtOnce } from "../single-statements.ts";
import { readSubject } from "../token-holders.ts";
import { markedDay } from "./marked-day.ts";
import { unchangedProject } from "./unchanged-project.ts";

type Values = {
  projectId: string;
  version: string | null;
  userId: string;
  passwordHash: string;
  mustVerify: boolean;
  activityVersion: string;
  now: Millis;
  /** Null when the device need not be known. */
  userAgent: string | null;
  sessionLimit: number;
  attempt: string | null;
  session: string;
  event: string;
  marks: boolean;
  day: string;
  since: string;
  longestGap: number;
};

const opening = preparedFirst((db, by: Values) =>
  db
    .with("project", () => unchangedProject(by))
    .with("admitted", (db) =>
      db
        .selectFrom("users")
        .select(userColumns("users"))
        .where(sql<boolean>`exists (select 1 from project)`)
        .where("users.projectId", "=", by.projectId)
        .where("users.id", "=", by.userId)
        .where("users.passwordHash", "=", by.passwordHash)
        .where("users.disabledAt", "is", null)
        .where("users.deletionDueAt", "is", null)
        .where(
          sql<boolean>`(not ${by.mustVerify}::boolean or email is null or email_verified_at is not null)`,
        )
        .modifyEnd(sql`for no key update`),
    )
    .with("active", (db) =>
      db
        .updateTable("userActivity")
        .from("admitted")
        .set({ lastActiveAt: by.now, lastSignInAt: by.now })
        .whereRef("userActivity.userId", "=", "admitted.id")
        .where("userActivity.projectId", "=", by.projectId)
        .where(sql<boolean>`user_activity.xmin::text = ${by.activityVersion}`)
        .where(isKnownDevice(by))
        .where(hasRoom(by))
        .where(isFirstUse(by))
        .where(sql<boolean>`exists (select 1 from signing_keys where project_id = ${by.projectId}
          and grace_until is null)`)
        .returning("userActivity.userId"),
    )
    .with(
      "opened",
      () =>
        sql<{ sessionId: string; userId: string }>`(insert into sessions
          select new.* from json_populate_record(null::sessions, ${by.session}::json) as new, active
          on conflict (project_id, opening_attempt) where opening_attempt is not null do nothing
          returning id as session_id, user_id)`,
    )
    .with("marked", () => markedDay(sql`(select user_id from opened where ${by.marks}::boolean)`, by))
    .with(
      "logged",
      () =>
        sql<{ one: number }>`(insert into events
          select new.* from json_populate_record(null::events, ${by.event}::json) as new, opened)`,
    )
    .selectFrom("opened")
    .innerJoin("admitted as user", "user.id", "opened.userId")
    .innerJoin("signingKeys as key", (join) =>
      join.on("key.projectId", "=", by.projectId).on("key.graceUntil", "is", null),
    )
    .select(userColumns("user"))
    .select(["key.kid", "key.privateKeySealed", "opened.sessionId"])
    .select(sql<Millis>`${by.now}::bigint`.as("lastActiveAt"))
    .select((row) => identitiesOfUser(db, row as never).as("identities")),
);

/**
 * Opens the session of a user whose password was verified, in one statement. It checks again what was proven, locks the user,
 * stores the activity, the session and the event, and reads what the access token needs. Nothing happens when the
 * password, the user or the activity has changed, when the account is to be deleted, when the device is unknown, when the
 * user has too many sessions or when the attempt was used: then the transaction of `admit` decides.
 *
 * The activity is compared by version. Every sign-in changes it, so the sessions that this statement counts are those of
 * every earlier sign-in, although it counts them before it waits for the lock.
 */
export async function openSessionAtOnce(db: Db, open: OpeningAtOnce): Promise<OpenedAtOnce | undefined> {
  const { project, user, session, event, today, ...rules } = open;
  const row = await opening(db, {
    projectId: project.id,
    version: project.version ?? null,
    userId: user.id,
    passwordHash: user.passwordHash,
    mustVerify: rules.mustVerify,
    activityVersion: user.activityVersion,
    now: session.createdAt,
    userAgent: rules.checksDevice ? session.userAgent : null,
    sessionLimit: rules.sessionLimit,
    attempt: session.openingAttempt,
    session: jsonRow(session),
    event: jsonRow(event),
    marks: rules.marksDay,
    day: today.day,
    since: today.since,
    longestGap: today.longestGap,
  });
  return row && readSubject(row as never);
}

function isKnownDevice(by: Values): RawBuilder<boolean> {
  return sql`(${by.userAgent}::text is null or exists (select 1 from sessions where project_id = ${by.projectId}
    and user_id = ${by.userId} and user_agent = ${by.userAgent}))`;
}

function hasRoom(by: Values): RawBuilder<boolean> {
  return sql`(${by.sessionLimit}::int = 0 or ${by.sessionLimit}::int > (select count(*) from (
    select 1 from sessions where project_id = ${by.projectId} and user_id = ${by.userId} and revoked_at is null
    and ends_at > ${by.now} limit ${by.sessionLimit}::int) as open))`;
}

/** The insert would wait for a transaction that is ending the session of this attempt, and that waits for the user. */
function isFirstUse(by: Values): RawBuilder<boolean> {
  return sql`(${by.attempt}::text is null or not exists (
      select 1 from sessions where project_id = ${by.projectId} and opening_attempt = ${by.attempt})
    and not exists (select 1 from sign_up_attempts where project_id = ${by.projectId}
      and attempt_hash = ${by.attempt} and expires_at > ${by.now}))`;
}

/** A row as JSON with the names of the columns: the types are those of the table. */
function jsonRow(row: object): string {
  const columns = Object.entries(row).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return JSON.stringify(Object.fromEntries(columns));
}
