import type { ExpressionBuilder } from "kysely";
import { type Soon, whenThere } from "../soon.ts";
import type { Db, Millis, Session, SigningKey, Tables, User } from "./db.ts";
import { preparedFirst } from "./prepared.ts";

/** What the database says about an access token. The key is undefined if its tokens are not good any more. */
export type TokenHolder = {
  key?: Pick<SigningKey, "kid" | "publicJwk">;
  user?: User;
  /** Most have none, and then nobody has to ask for them. */
  hasIdentities?: boolean;
  /** Only while it has neither ended nor been revoked, and only the user's own. */
  session?: OpenSession;
};

export type OpenSession = Pick<Session, "id" | "createdAt" | "endsAt">;

/** Whom a new token is for, and what it is signed with. */
export type TokenSubject = { user: User; key: PrivateKey | undefined; hasIdentities: boolean };

export type PrivateKey = Pick<SigningKey, "kid" | "projectId" | "privateKeySealed">;

type NamedByToken = { projectId: string; kid: string; userId: string; sessionId: string; now: Millis };

/** In one statement: every call of a signed-in user asks it. */
const tokenHolder = preparedFirst((db, by: NamedByToken) =>
  db
    .selectFrom("signingKeys as key")
    .leftJoin("users as user", (join) =>
      join.onRef("user.projectId", "=", "key.projectId").on("user.id", "=", by.userId),
    )
    .leftJoin("sessions as session", (join) =>
      join
        .onRef("session.projectId", "=", "key.projectId")
        .onRef("session.userId", "=", "user.id")
        .on("session.id", "=", by.sessionId)
        .on("session.revokedAt", "is", null)
        .on("session.endsAt", ">", by.now),
    )
    .selectAll("user")
    .select([
      "key.kid",
      "key.publicJwk",
      "session.id as sessionId",
      "session.createdAt as sessionCreatedAt",
      "session.endsAt as sessionEndsAt",
    ])
    .select((row) => row.exists(identitiesOfUser(row)).as("hasIdentities"))
    .where("key.projectId", "=", by.projectId)
    .where("key.kid", "=", by.kid)
    .where((key) => key.or([key("key.graceUntil", "is", null), key("key.graceUntil", ">", by.now)])),
);

export function findTokenHolder(db: Db, by: NamedByToken): Soon<TokenHolder> {
  return whenThere(tokenHolder(db, by), readHolder);
}

function readHolder(row: Awaited<ReturnType<typeof tokenHolder>>): TokenHolder {
  if (!row) return {};
  const { kid, publicJwk, sessionId: id, sessionCreatedAt: createdAt, sessionEndsAt: endsAt } = row;
  const key = { kid, publicJwk };
  if (row.id === null) return { key };
  const user = row as User;
  const hasIdentities = Boolean(row.hasIdentities); // 0 or 1 on SQLite
  if (id === null || createdAt === null || endsAt === null) return { key, user, hasIdentities };
  return { key, user, hasIdentities, session: { id, createdAt, endsAt } };
}

const tokenSubject = preparedFirst((db, by: { projectId: string; userId: string }) =>
  db
    .selectFrom("users as user")
    .leftJoin("signingKeys as key", (join) =>
      join.onRef("key.projectId", "=", "user.projectId").on("key.graceUntil", "is", null),
    )
    .selectAll("user")
    .select(["key.kid", "key.privateKeySealed"])
    .select((row) => row.exists(identitiesOfUser(row)).as("hasIdentities"))
    .where("user.projectId", "=", by.projectId)
    .where("user.id", "=", by.userId),
);

export async function findTokenSubject(
  db: Db,
  projectId: string,
  userId: string,
): Promise<TokenSubject | undefined> {
  const row = await tokenSubject(db, { projectId, userId });
  if (!row) return undefined;
  const { kid, privateKeySealed, hasIdentities } = row;
  const key = kid === null || privateKeySealed === null ? undefined : { kid, projectId, privateKeySealed };
  return { user: row, key, hasIdentities: Boolean(hasIdentities) }; // 0 or 1 on SQLite
}

function identitiesOfUser(row: ExpressionBuilder<Tables & { user: Tables["users"] }, "user">) {
  return row
    .selectFrom("identities")
    .select("identities.id")
    .whereRef("identities.projectId", "=", "user.projectId")
    .whereRef("identities.userId", "=", "user.id");
}
