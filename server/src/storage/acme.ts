import type { AcmeAccount, Db, Millis } from "./db.ts";

export function findAcmeAccount(db: Db, directory: string): Promise<AcmeAccount | undefined> {
  return db.selectFrom("acmeAccounts").selectAll().where("directory", "=", directory).executeTakeFirst();
}

/** Keeps what is there: of two replicas the first one decides. */
export async function insertAcmeAccount(db: Db, account: AcmeAccount): Promise<void> {
  await db
    .insertInto("acmeAccounts")
    .values(account)
    .onConflict((conflict) => conflict.column("directory").doNothing())
    .execute();
}

export async function putAcmeChallenge(
  db: Db,
  token: string,
  answer: string,
  expiresAt: Millis,
): Promise<void> {
  await db
    .insertInto("acmeChallenges")
    .values({ token, answer, expiresAt })
    .onConflict((conflict) => conflict.column("token").doUpdateSet({ answer, expiresAt }))
    .execute();
}

export async function findAcmeAnswer(db: Db, token: string, now: Millis): Promise<string | undefined> {
  const row = await db
    .selectFrom("acmeChallenges")
    .select("answer")
    .where("token", "=", token)
    .where("expiresAt", ">", now)
    .executeTakeFirst();
  return row?.answer;
}

export async function deleteExpiredAcmeChallenges(db: Db, now: Millis): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("acmeChallenges")
    .where("expiresAt", "<=", now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
