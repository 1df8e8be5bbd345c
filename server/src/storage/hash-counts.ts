import { sql } from "kysely";
import { dummyLike } from "../crypto/foreign/foreign-hashes.ts";
import type { Db } from "./db.ts";
import { preparedChange } from "./prepared.ts";

/** A password hash of a user that came, went or was replaced; null is none. */
export type HashChange = Readonly<{ userId: string; before: string | null; after: string | null }>;

type Increment = { projectId: string; kind: string; shard: number; users: number };

const increment = preparedChange((db, row: Increment) =>
  db
    .insertInto("hashCounts")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["projectId", "kind", "shard"])
        .doUpdateSet({ users: sql`hash_counts.users + excluded.users` }),
    ),
);

/**
 * Keeps count of how many users of the project have a hash of which cost. Call it once in the transaction that changes the
 * hashes, after the users were locked: rows are locked in one order, so that two callers never wait for each other.
 */
export async function countHashes(db: Db, projectId: string, changes: readonly HashChange[]): Promise<void> {
  const sums = new Map<string, Increment>();
  const add = (hash: string | null, shard: number, users: number): void => {
    if (hash === null) return;
    const kind = dummyLike(hash);
    const key = `${kind} ${shard}`;
    const sum = sums.get(key) ?? { projectId, kind, shard, users: 0 };
    sums.set(key, { ...sum, users: sum.users + users });
  };
  for (const { userId, before, after } of changes) {
    add(before, shardOf(userId), -1);
    add(after, shardOf(userId), 1);
  }
  for (const [, sum] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (sum.users !== 0) await increment(db, sum);
  }
}

/** By the last, random digit of the id: sign-ups at the same moment rarely write the same row. */
function shardOf(userId: string): number {
  return Number.parseInt(userId.slice(-1), 16) || 0;
}

const MAX_KINDS = 64;

/** How many users have a hash of which kind, named by `dummyLike`: the most frequent ones. */
export async function listHashKinds(db: Db, projectId: string): Promise<{ kind: string; users: number }[]> {
  const rows = await db
    .selectFrom("hashCounts")
    .select(({ fn }) => ["kind", fn.sum<number | string>("users").as("users")])
    .where("projectId", "=", projectId)
    .groupBy("kind")
    .orderBy("users", "desc")
    .limit(MAX_KINDS)
    .execute();
  return rows.map(({ kind, users }) => ({ kind, users: Number(users) }));
}
