import type { Db } from "../db.ts";
import { perDatabase } from "../prepared.ts";
import type { OpenedAtOnce, OpenedByPasskey, OpeningAtOnce, PasskeyUse } from "../single-statements.ts";
import { readSubject } from "../token-holders.ts";
import { mayFailForOne } from "./errors.ts";
import {
  type OpenedRow,
  type OpeningRow,
  openByPasskeys,
  openByPasswords,
  type PasskeyOpeningRow,
} from "./opening-statements.ts";
import { Together } from "./together.ts";

/**
 * Opens the session of a user whose password was verified, in one statement. It checks again what was proven, locks the user,
 * stores the activity, the session and the event, and reads what the access token needs. Nothing happens when the
 * password, the user or the activity has changed, when one of their rows is locked, when the account is to be deleted,
 * when the device is unknown, when the user has too many sessions or when the attempt was used: then the transaction of
 * `admit` decides.
 *
 * The activity is compared by version. Every sign-in changes it, so the sessions that this statement counts are those of
 * every earlier sign-in, although it counts them before it locks the activity.
 */
export async function openSessionByPassword(
  db: Db,
  open: OpeningAtOnce,
  passwordHash: string,
): Promise<OpenedAtOnce | undefined> {
  const opening = { ...openingOf(open), password_hash: passwordHash };
  const [row] = (await openByPasswords(db, listsOf([{ opening, ...rowsOf(open) }]))) as OpenedRow[];
  return row && readOpened(row);
}

type ByPasskey = Readonly<{ db: Db; opening: Omit<PasskeyOpeningRow, "n"> }> & Rows;

/** Sign-ins with passkeys, of which many may come at once: no password is hashed. */
const passkeySignIns = perDatabase(
  () =>
    new Together<ByPasskey, OpenedByPasskey>({
      async run(openings) {
        const [{ db }] = openings as [ByPasskey];
        const results: OpenedByPasskey[] = [];
        for (const row of (await openByPasskeys(db, listsOf(openings))) as OpenedRow[]) {
          results[row.n] = { hasUsedChallenge: row.hasBegun, opened: readOpened(row) };
        }
        return results;
      },
      keysOf({ opening: { project_id, user_id, challenge_hash, attempt } }) {
        const ofAttempt = attempt === null ? [] : [`attempt ${project_id} ${attempt}`];
        return [`user ${user_id}`, `challenge ${challenge_hash}`, ...ofAttempt];
      },
      mayFailForOne,
    }),
);

/**
 * The same for a passkey whose signature was verified, and together with others. It uses the challenge up, then locks the
 * passkey, which may have been removed or used meanwhile, and stores its use.
 *
 * If another call has changed or locked the passkey, the user or the activity, this statement has used the challenge up
 * and opened nothing. The challenge then is this call's own: no other one has used it, and none will.
 */
export async function openSessionByPasskey(
  db: Db,
  open: OpeningAtOnce,
  { passkey, challenge }: PasskeyUse,
): Promise<OpenedByPasskey> {
  const opening = {
    ...openingOf(open),
    passkey_id: passkey.id,
    sign_count_before: passkey.signCountBefore,
    sign_count: passkey.signCount,
    backed_up: passkey.backedUp,
    challenge_hash: challenge.hash,
    challenge_expires_at: challenge.expiresAt,
    challenge_issued_at: challenge.issuedAt,
  };
  return passkeySignIns(db).run({ db, opening, ...rowsOf(open) });
}

function readOpened(row: OpenedRow): OpenedAtOnce | undefined {
  return row.sessionId === null ? undefined : readSubject(row as never);
}

type Row = Readonly<Record<string, unknown>>;

/** With the names of the columns. In JSON, the types are those of the tables. */
type Rows = Readonly<{ session: Row; event: Row }>;

function rowsOf({ session, event }: OpeningAtOnce): Rows {
  return { session: withColumnNames(session), event: withColumnNames(event) };
}

function listsOf(items: readonly (Rows & { opening: object })[]) {
  return {
    openings: JSON.stringify(items.map(({ opening }, n) => ({ ...opening, n }))),
    sessions: JSON.stringify(items.map(({ session }) => session)),
    events: JSON.stringify(items.map(({ event }) => event)),
  };
}

function openingOf({
  project,
  user,
  session,
  today,
  ...rules
}: Omit<OpeningAtOnce, "event">): Omit<OpeningRow, "n"> {
  return {
    project_id: project.id,
    version: project.version ?? null,
    user_id: user.id,
    must_verify: rules.mustVerify,
    activity_version: user.activityVersion,
    now: session.createdAt,
    user_agent: rules.checksDevice ? session.userAgent : null,
    session_limit: rules.sessionLimit,
    attempt: session.openingAttempt,
    session_id: session.id,
    marks: rules.marksDay,
    day: today.day,
    since: today.since,
    longest_gap: today.longestGap,
  };
}

const columnNames = new Map<string, string>();

/** What is null is left out. */
function withColumnNames(row: object): Row {
  const columns: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (value !== null) columns[columnNameOf(name)] = value;
  }
  return columns;
}

function columnNameOf(name: string): string {
  let column = columnNames.get(name);
  if (column === undefined) {
    column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columnNames.set(name, column);
  }
  return column;
}
