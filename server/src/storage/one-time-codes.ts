import type { Db, Millis, OneTimeCodeRow } from "./db.ts";
import { engineOf } from "./engine.ts";

type Flow = Pick<OneTimeCodeRow, "projectId" | "id" | "purpose">;

export async function insertOneTimeCode(db: Db, code: OneTimeCodeRow): Promise<void> {
  await db.insertInto("oneTimeCodes").values(code).execute();
}

/** Undefined when it was used or the flow is over. Its code may have expired. */
export function findOneTimeCode(db: Db, flow: Flow, now: Millis): Promise<OneTimeCodeRow | undefined> {
  return live(db, flow, now).executeTakeFirst();
}

/** The same, and nobody else tries the code until the transaction ends. */
export function lockOneTimeCode(db: Db, flow: Flow, now: Millis): Promise<OneTimeCodeRow | undefined> {
  return live(db, flow, now).modifyEnd(engineOf(db).rowLock("for update")).executeTakeFirst();
}

function live(db: Db, { projectId, id, purpose }: Flow, now: Millis) {
  return db
    .selectFrom("oneTimeCodes")
    .selectAll()
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("purpose", "=", purpose)
    .where("usedAt", "is", null)
    .where("expiresAt", ">", now);
}

/** Returns undefined when the flow is over. */
export async function updateOneTimeCode(
  db: Db,
  { projectId, id, purpose }: Flow,
  changes: Partial<Pick<OneTimeCodeRow, "attempts" | "codeExpiresAt" | "codeMac" | "expiresAt" | "usedAt">>,
): Promise<OneTimeCodeRow | undefined> {
  return db
    .updateTable("oneTimeCodes")
    .set(changes)
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("purpose", "=", purpose)
    .where("usedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** The flow is over when its newest code expires. Without a code it goes on, or ends at `endsWithoutCode`. */
export async function endWithNewestCode(
  db: Db,
  { projectId, id, purpose }: Flow,
  endsWithoutCode?: Millis,
): Promise<void> {
  const flow = db
    .updateTable("oneTimeCodes")
    .where("projectId", "=", projectId)
    .where("id", "=", id)
    .where("purpose", "=", purpose);
  await flow
    .set((code) => ({ expiresAt: code.ref("codeExpiresAt").$notNull() }))
    .where("codeExpiresAt", "is not", null)
    .execute();
  if (endsWithoutCode === undefined) return;
  await flow.set({ expiresAt: endsWithoutCode }).where("codeExpiresAt", "is", null).execute();
}

/** Whatever was sent to these addresses. */
export async function deleteOneTimeCodesTo(
  db: Db,
  projectId: string,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  await db
    .deleteFrom("oneTimeCodes")
    .where("projectId", "=", projectId)
    .where("address", "in", addresses)
    .execute();
}

/** The same, for addresses that nobody has now. */
export async function deleteUnownedOneTimeCodes(
  db: Db,
  projectId: string,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  const users = db.selectFrom("users").select("email").where("projectId", "=", projectId);
  const owned = await users.where("email", "in", addresses).execute();
  const taken = new Set(owned.map(({ email }) => email));
  await deleteOneTimeCodesTo(
    db,
    projectId,
    addresses.filter((address) => !taken.has(address)),
  );
}

export async function deleteExpiredOneTimeCodes(db: Db, before: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("oneTimeCodes")
    .where("id", "in", (code) =>
      code.selectFrom("oneTimeCodes").select("id").where("expiresAt", "<=", before).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
