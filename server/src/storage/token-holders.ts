import type { ExpressionBuilder } from "kysely";
import { andThen, type MaybePromise } from "../runtime/maybe-promise.ts";
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

/** Whom a refresh token is for, and what the next access token is signed with. */
export type TokenSubject = {
  user: User;
  key: PrivateKey | undefined;
  hasIdentities: boolean;
  sessionId: string;
};

/** What a session is found by. */
export type SessionOf = Readonly<{ projectId: string } & ({ locatorHash: string } | { sessionId: string })>;

export type PrivateKey = Pick<SigningKey, "kid" | "projectId" | "privateKeySealed">;

export type NamedByToken = { projectId: string; kid: string; userId: string; sessionId: string; now: Millis };

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

export function findTokenHolder(db: Db, by: NamedByToken): MaybePromise<TokenHolder> {
  return andThen(tokenHolder(db, by), readHolder);
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

const subjectOfLocator = preparedFirst((db, by: { projectId: string; locatorHash: string }) =>
  tokenSubjects(db, by.projectId).where("session.locatorHash", "=", by.locatorHash),
);

const subjectOfSession = preparedFirst((db, by: { projectId: string; sessionId: string }) =>
  tokenSubjects(db, by.projectId).where("session.id", "=", by.sessionId),
);

function tokenSubjects(db: Db, projectId: string) {
  return db
    .selectFrom("sessions as session")
    .innerJoin("users as user", (join) =>
      join.onRef("user.projectId", "=", "session.projectId").onRef("user.id", "=", "session.userId"),
    )
    .leftJoin("signingKeys as key", (join) =>
      join.onRef("key.projectId", "=", "session.projectId").on("key.graceUntil", "is", null),
    )
    .selectAll("user")
    .select(["key.kid", "key.privateKeySealed", "session.id as sessionId"])
    .select((row) => row.exists(identitiesOfUser(row)).as("hasIdentities"))
    .where("session.projectId", "=", projectId);
}

export function findTokenSubject(db: Db, by: SessionOf): MaybePromise<TokenSubject | undefined> {
  return andThen("locatorHash" in by ? subjectOfLocator(db, by) : subjectOfSession(db, by), readSubject);
}

function readSubject(row: Awaited<ReturnType<typeof subjectOfSession>>): TokenSubject | undefined {
  if (!row) return undefined;
  const { kid, privateKeySealed, projectId, sessionId } = row;
  return {
    user: row,
    key: kid === null || privateKeySealed === null ? undefined : { kid, projectId, privateKeySealed },
    hasIdentities: Boolean(row.hasIdentities), // 0 or 1 on SQLite
    sessionId,
  };
}

function identitiesOfUser(row: ExpressionBuilder<Tables & { user: Tables["users"] }, "user">) {
  return row
    .selectFrom("identities")
    .select("identities.id")
    .whereRef("identities.projectId", "=", "user.projectId")
    .whereRef("identities.userId", "=", "user.id");
}
