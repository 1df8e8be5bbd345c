import { type RawBuilder, sql } from "kysely";
import type { Db, Millis } from "../db.ts";
import { identitiesOfUser } from "../identities-of-user.ts";
import { preparedFirst } from "../prepared.ts";
import { isIssuedSinceRestore } from "../restored-at.ts";
import { userColumns } from "../rows/users.ts";
import type { OpenedAtOnce, OpenedByPasskey, OpeningAtOnce, PasskeyUse } from "../single-statements.ts";
import { readSubject } from "../token-holders.ts";
import { markedDay } from "./marked-day.ts";
import { unchangedProject } from "./unchanged-project.ts";

type Values = {
  projectId: string;
  version: string | null;
  userId: string;
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

type PasskeyValues = Values & {
  passkeyId: string;
  signCountBefore: number;
  signCount: number;
  backedUp: number;
  challengeHash: string;
  challengeExpiresAt: Millis;
  challengeIssuedAt: Millis;
};

/** What proves who the user is. Each step does something only if the step before it did. */
type Proof = Readonly<{
  /** The first step, for a row of `allowed`. */
  begun: RawBuilder<{ one: number }>;
  /** The second, for a row of `begun`. */
  proven: RawBuilder<{ one: number }>;
  /** In the `where` that locks the user. */
  isUser: RawBuilder<boolean>;
}>;

const byPassword = preparedFirst((db, by: Values & { passwordHash: string }) =>
  opening(db, by, {
    begun: sql`(select one from allowed)`,
    proven: sql`(select one from begun)`,
    isUser: sql`users.password_hash = ${by.passwordHash}`,
  }),
);

const byPasskey = preparedFirst((db, by: PasskeyValues) =>
  opening(db, by, {
    begun: sql`(insert into used_passkey_challenges (hash, project_id, expires_at)
      select ${by.challengeHash}::text, ${by.projectId}::text, ${by.challengeExpiresAt}::bigint from allowed
      where ${isIssuedSinceRestore(by.challengeIssuedAt)}
      on conflict do nothing returning 1 as one)`,
    proven: sql`(update passkeys
      set sign_count = ${by.signCount}, backed_up = ${by.backedUp}, last_used_at = ${by.now} from begun
      where passkeys.project_id = ${by.projectId} and passkeys.user_id = ${by.userId}
      and passkeys.id = ${by.passkeyId} and passkeys.sign_count = ${by.signCountBefore} returning 1 as one)`,
    isUser: sql`true`,
  }),
);

/**
 * Opens the session of a user who has proven who they are. Returns a row if the proof has begun, with a session if it was
 * opened. Everything that must stop a sign-in is a condition on a row that is locked here: the passkey, the user, the
 * activity. The rest is `allowed` by what the statement reads before it waits.
 */
function opening(db: Db, by: Values, { begun, proven, isUser }: Proof) {
  return db
    .with("project", () => unchangedProject(by))
    .with("allowed", () => allowed(by))
    .with("begun", () => begun)
    .with("proven", () => proven)
    .with("admitted", (db) =>
      db
        .selectFrom("users")
        .select(userColumns("users"))
        .where(sql<boolean>`exists (select 1 from proven)`)
        .where("users.projectId", "=", by.projectId)
        .where("users.id", "=", by.userId)
        .where(isUser)
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
    .selectFrom("begun")
    .leftJoin("opened", (join) => join.onTrue())
    .leftJoin("admitted as user", "user.id", "opened.userId")
    .leftJoin("signingKeys as key", (join) =>
      join.onRef("key.projectId", "=", "user.projectId").on("key.graceUntil", "is", null),
    )
    .select(userColumns("user"))
    .select(["key.kid", "key.privateKeySealed", "opened.sessionId"])
    .select(sql<Millis>`${by.now}::bigint`.as("lastActiveAt"))
    .select((row) => identitiesOfUser(db, row as never).as("identities"));
}

/**
 * Opens the session of a user whose password was verified, in one statement. It checks again what was proven, locks the user,
 * stores the activity, the session and the event, and reads what the access token needs. Nothing happens when the
 * password, the user or the activity has changed, when the account is to be deleted, when the device is unknown, when the
 * user has too many sessions or when the attempt was used: then the transaction of `admit` decides.
 *
 * The activity is compared by version. Every sign-in changes it, so the sessions that this statement counts are those of
 * every earlier sign-in, although it counts them before it waits for the lock.
 */
export async function openSessionByPassword(
  db: Db,
  open: OpeningAtOnce,
  passwordHash: string,
): Promise<OpenedAtOnce | undefined> {
  return readOpened(await byPassword(db, { ...valuesOf(open), passwordHash }));
}

/**
 * The same for a passkey whose signature was verified. It uses the challenge up, then locks the passkey, which may have been
 * removed or used meanwhile, and stores its use.
 *
 * If another call changes the passkey, the user or the activity while this statement waits, it has used the challenge up and
 * opened nothing. The challenge then is this call's own: no other one has used it, and none will.
 */
export async function openSessionByPasskey(
  db: Db,
  open: OpeningAtOnce,
  { passkey, challenge }: PasskeyUse,
): Promise<OpenedByPasskey> {
  const row = await byPasskey(db, {
    ...valuesOf(open),
    passkeyId: passkey.id,
    signCountBefore: passkey.signCountBefore,
    signCount: passkey.signCount,
    backedUp: passkey.backedUp,
    challengeHash: challenge.hash,
    challengeExpiresAt: challenge.expiresAt,
    challengeIssuedAt: challenge.issuedAt,
  });
  return { hasUsedChallenge: row !== undefined, opened: readOpened(row) };
}

function readOpened(row: Awaited<ReturnType<typeof byPassword>>): OpenedAtOnce | undefined {
  return row && row.sessionId !== null ? readSubject(row as never) : undefined;
}

function valuesOf({ project, user, session, event, today, ...rules }: OpeningAtOnce): Values {
  return {
    projectId: project.id,
    version: project.version ?? null,
    userId: user.id,
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
  };
}

/** What the transaction would not have to decide about, as far as it can be read before anything is locked. */
function allowed(by: Values): RawBuilder<{ one: number }> {
  return sql`(select one from project where ${isKnownDevice(by)} and ${hasRoom(by)} and ${isFirstUse(by)}
    and exists (select 1 from signing_keys where project_id = ${by.projectId} and grace_until is null))`;
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
