import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import type { Db, Identity, Tables } from "./db.ts";
import { engineOf } from "./engine.ts";

/** Every column of the table, so that a list read as JSON has the same values as one read as rows. */
const COLUMNS: Record<keyof Identity, string> = {
  id: "id",
  projectId: "project_id",
  userId: "user_id",
  provider: "provider",
  subject: "subject",
  email: "email",
  emailAuthoritative: "email_authoritative",
  isPrivateEmail: "is_private_email",
  relayDisabledAt: "relay_disabled_at",
  refreshTokenSealed: "refresh_token_sealed",
  refreshTokenClientId: "refresh_token_client_id",
  createdAt: "created_at",
  lastUsedAt: "last_used_at",
};

/**
 * The identities of the row `user` as JSON, for a statement that reads the user. Most users have none: to look whether
 * there is one costs less than to make an empty list.
 */
export function identitiesOfUser(
  db: Db,
  row: ExpressionBuilder<Tables & { user: Tables["users"] }, "user">,
): RawBuilder<string | null> {
  const fields = Object.entries(COLUMNS).map(
    ([name, column]) => [name, sql.ref(`identities.${column}`)] as [string, RawBuilder<unknown>],
  );
  const ofUser = row
    .selectFrom("identities")
    .whereRef("identities.projectId", "=", "user.projectId")
    .whereRef("identities.userId", "=", "user.id");
  const list = ofUser.select(engineOf(db).jsonObjects(fields, sql.ref("identities.created_at")).as("list"));
  return sql`case when exists ${ofUser.select("identities.id")} then ${list} end`;
}

export function readIdentities(list: string | null): Identity[] {
  return list === null ? [] : (JSON.parse(list) as Identity[]);
}
