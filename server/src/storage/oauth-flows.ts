import type { Db, Millis, OauthFlow } from "./db.ts";

export async function insertOauthFlow(db: Db, flow: OauthFlow): Promise<void> {
  await db.insertInto("oauthFlows").values(flow).execute();
}

/**
 * Deletes the flow and returns it, if this browser began it at this provider and it has not expired.
 * One statement, so of two concurrent callers only one gets it.
 */
export function consumeOauthFlow(
  db: Db,
  projectId: string,
  flow: Pick<OauthFlow, "stateHash" | "provider" | "cookieHash">,
  now: Millis,
): Promise<OauthFlow | undefined> {
  return db
    .deleteFrom("oauthFlows")
    .where("projectId", "=", projectId)
    .where("stateHash", "=", flow.stateHash)
    .where("provider", "=", flow.provider)
    .where("cookieHash", "=", flow.cookieHash)
    .where("expiresAt", ">", now)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteExpiredOauthFlows(db: Db, now: Millis, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("oauthFlows")
    .where("stateHash", "in", (flow) =>
      flow.selectFrom("oauthFlows").select("stateHash").where("expiresAt", "<=", now).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
