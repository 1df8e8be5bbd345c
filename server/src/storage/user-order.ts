import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db, User, UserActivity } from "./db.ts";
import { engineOf } from "./engine.ts";

export type UserOrder =
  | "newest"
  | "oldest"
  | "email"
  | "email_descending"
  | "last_sign_in"
  | "last_sign_in_oldest";

export type UserList = {
  projectId: string;
  order: UserOrder;
  /** Only the disabled ones, who have indexes of their own. */
  isOfDisabled?: boolean;
};

/** A user in a list, with the last sign-in. */
export type FoundUser = User & Pick<UserActivity, "lastSignInAt">;

/** A place in a list: of a user, and what the list is ordered by there. */
export type UserPosition = { key: string | number; id: string };

/** The users after one position, up to and with another. */
export type UserRange = { after: UserPosition | undefined; upTo?: UserPosition | undefined };

/** Sorts after every email address. */
const LAST = "\u{10ffff}";

/** Whether the order is that of `user_activity`, which is the list that is walked then. */
export function isBySignIn(order: UserOrder): boolean {
  return order === "last_sign_in" || order === "last_sign_in_oldest";
}

export function positionOf(order: UserOrder, user: FoundUser): UserPosition {
  const { id, createdAt, email, lastSignInAt } = user;
  if (order === "email" || order === "email_descending") return { key: email ?? LAST, id };
  return { key: isBySignIn(order) ? (lastSignInAt ?? 0) : createdAt, id };
}

type OrderColumns = {
  key: RawBuilder<string | number>;
  id: RawBuilder<string>;
  direction: "asc" | "desc";
  /** A key before that of every user. */
  start: string | number;
};

/** As in the index that the list is walked along: another expression would sort the whole table. */
export function columnsOf(db: Db, order: UserOrder): OrderColumns {
  const id = sql<string>`users.id`;
  const created = { key: sql<number>`users.created_at`, id };
  if (order === "newest") return { ...created, direction: "desc", start: Number.MAX_SAFE_INTEGER };
  if (order === "oldest") return { ...created, direction: "asc", start: Number.MIN_SAFE_INTEGER };
  if (order === "email" || order === "email_descending") {
    const key = sql.raw<string>(`coalesce(users.email, '${LAST}')${engineOf(db).binaryCollation}`);
    if (order === "email") return { key, id, direction: "asc", start: "" };
    return { key, id, direction: "desc", start: LAST };
  }
  const key = sql<number>`coalesce(user_activity.last_sign_in_at, 0)`;
  const signedIn = { key, id: sql<string>`user_activity.user_id` };
  if (order === "last_sign_in_oldest") {
    return { ...signedIn, direction: "asc", start: Number.MIN_SAFE_INTEGER };
  }
  return { ...signedIn, direction: "desc", start: Number.MAX_SAFE_INTEGER };
}

/** Users whom one statement can list along the index. */
export type UserPart = {
  condition: RawBuilder<SqlBool>;
  /** They do not differ in what the list is ordered by. If a statement ordered them by it, SQLite would sort them. */
  areAlike: boolean;
};

/**
 * The parts of a range, one after the other. It is one part where the index is used for a comparison of rows. SQLite does
 * not do that for an index of an expression: it would read everybody who is alike in what the list is ordered by, which
 * may be all guests or all who never signed in.
 */
export function partsOf(db: Db, order: UserOrder, { after, upTo }: UserRange): UserPart[] {
  const { key, id, direction, start } = columnsOf(db, order);
  const [beyond, before] = direction === "asc" ? [sql`>`, sql`<`] : [sql`<`, sql`>`];
  const past = after && sql<SqlBool>`${id} ${beyond} ${after.id}`;
  const until = upTo && sql<SqlBool>`${id} ${before}= ${upTo.id}`;
  const alike = (to: UserPosition, ...ids: readonly Condition[]): UserPart => {
    return { condition: all(sql<SqlBool>`${key} = ${to.key}`, ...ids), areAlike: true };
  };
  if (after && upTo && after.key === upTo.key) return [alike(after, past, until)];
  const comparesRows = engineOf(db).comparesRowsOfExpressions;
  if (order === "newest" || order === "oldest" || comparesRows) {
    const condition = all(
      // PostgreSQL does not see from comparisons of rows how short a range is, and would rather read the whole table.
      comparesRows && upTo
        ? sql<SqlBool>`${key} ${beyond}= ${after?.key ?? start} and ${key} ${before}= ${upTo.key}`
        : undefined,
      after && sql<SqlBool>`(${key}, ${id}) ${beyond} (${after.key}, ${after.id})`,
      upTo && sql<SqlBool>`(${key}, ${id}) ${before}= (${upTo.key}, ${upTo.id})`,
    );
    return [{ condition, areAlike: false }];
  }
  const between = all(
    after && sql<SqlBool>`${key} ${beyond} ${after.key}`,
    upTo && sql<SqlBool>`${key} ${before} ${upTo.key}`,
  );
  return [
    ...(after ? [alike(after, past)] : []),
    { condition: between, areAlike: false },
    ...(upTo ? [alike(upTo, until)] : []),
  ];
}

type Condition = RawBuilder<SqlBool> | undefined;

function all(...conditions: readonly Condition[]): RawBuilder<SqlBool> {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(given, sql` and `)}`;
}
