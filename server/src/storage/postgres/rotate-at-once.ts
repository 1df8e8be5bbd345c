import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db.ts";
import { identitiesOfUser } from "../identities-of-user.ts";
import { preparedFirst } from "../prepared.ts";
import type { WindowTake } from "../rate-limits.ts";
import { userColumns } from "../rows/users.ts";
import { replacedToken, tokenColumns } from "../session-tokens.ts";
import type { RotatedAtOnce, RotationAtOnce } from "../single-statements.ts";
import { readSubject } from "../token-holders.ts";
import { insertTake } from "./limits-at-once.ts";
import { markedDay } from "./marked-day.ts";
import { unchangedProject } from "./unchanged-project.ts";

/** The values of the statement, without those of the limit. */
type Values = {
  projectId: string;
  version: string | null;
  locatorHash: string;
  tokenHash: string;
  next: string;
  expiresAt: number;
  attemptMac: string | null;
  replay: string | null;
  now: number;
  day: string;
  since: string;
  longestGap: number;
  dayStartsAt: number;
  dayEndsAt: number;
};

const withLimit = preparedFirst((db, by: Values & WindowTake) => {
  const take = insertTake({ by: "window", ...by }, sql`exists (select 1 from project)`);
  return rotation(db, by, sql`(${take} returning 1 as one)`);
});

const withoutLimit = preparedFirst((db, by: Values) => rotation(db, by, sql`(select 1 as one from project)`));

/**
 * Rule (a) of ADR 0049 in one statement: counts the call, replaces the current token of a live session, marks the user as
 * active on this day, and reads what the next access token needs. The steps wait for each other in the order of the locks:
 * limit, session, activity. When one finds nothing, no later one does anything.
 */
export async function rotateAtOnce(db: Db, { limit, ...rotation }: RotationAtOnce): Promise<RotatedAtOnce> {
  const { project, presented, next, today } = rotation;
  const values: Values = {
    projectId: project.id,
    version: project.version ?? null,
    ...presented,
    next: next.hash,
    expiresAt: next.expiresAt,
    attemptMac: next.attemptMac,
    replay: next.replay,
    now: next.now,
    ...today,
  };
  const row = await (limit ? withLimit(db, { ...values, ...limit }) : withoutLimit(db, values));
  if (!row) throw new Error("the statement has always one row");
  const { isCurrent, isAllowed } = row;
  return { isCurrent, isAllowed, subject: row.id === null ? undefined : readSubject(row as never) };
}

const ROTATED = [
  "sessions.id as sessionId",
  "sessions.userId",
  sql<number>`coalesce(authenticated_at, created_at)`.as("authenticatedAt"),
  sql<string>`coalesce(proven_by, method)`.as("provenBy"),
] as const;

function rotation(db: Db, by: Values, taken: RawBuilder<{ one: number }>) {
  return db
    .with("project", () => unchangedProject(by))
    .with("taken", () => taken)
    .with("rotated", (db) =>
      db
        .updateTable("sessions")
        .set((session) => ({ ...replacedToken(session), ...tokenColumns(by.next, by) }))
        .where(sql<boolean>`exists (select 1 from taken)`)
        .where("projectId", "=", by.projectId)
        .where("locatorHash", "=", by.locatorHash)
        .where("tokenHash", "=", by.tokenHash)
        .where("revokedAt", "is", null)
        .where("endsAt", ">", by.now)
        .where("tokenExpiresAt", ">", by.now)
        // Cannot be otherwise, because whoever disables a user ends the sessions. If it were, the transaction decides.
        .where(sql<boolean>`exists (select 1 from users where users.project_id = ${by.projectId}
          and users.id = sessions.user_id and users.disabled_at is null)`)
        .where(sql<boolean>`exists (select 1 from signing_keys where project_id = ${by.projectId}
          and grace_until is null)`)
        .returning(ROTATED),
    )
    .with("active", (db) =>
      db
        .updateTable("userActivity")
        .from("rotated")
        .set({ lastActiveAt: by.now })
        .where("userActivity.projectId", "=", by.projectId)
        .whereRef("userActivity.userId", "=", "rotated.userId")
        .where((row) =>
          row.or([
            row("userActivity.lastActiveAt", "<", by.dayStartsAt),
            row("userActivity.lastActiveAt", ">=", by.dayEndsAt),
          ]),
        )
        .returning("userActivity.userId"),
    )
    .with("marked", () => markedDay(sql`active`, by))
    .selectFrom("rotated")
    .innerJoin("users as user", (join) =>
      join.on("user.projectId", "=", by.projectId).onRef("user.id", "=", "rotated.userId"),
    )
    .innerJoin("signingKeys as key", (join) =>
      join.on("key.projectId", "=", by.projectId).on("key.graceUntil", "is", null),
    )
    .rightJoin(sql`(values (1))`.as("always"), (join) => join.onTrue())
    .select(userColumns("user"))
    .select([
      "key.kid",
      "key.privateKeySealed",
      "rotated.sessionId",
      "rotated.authenticatedAt",
      "rotated.provenBy",
      sql<number>`${by.now}::bigint`.as("lastActiveAt"),
    ])
    .select((row) => identitiesOfUser(db, row as never).as("identities"))
    .select([
      sql<boolean>`exists (select 1 from project)`.as("isCurrent"),
      sql<boolean>`exists (select 1 from taken)`.as("isAllowed"),
    ]);
}
