import { sql } from "kysely";
import { andThen, type MaybePromise } from "../runtime/maybe-promise.ts";
import type { Db, Identity, Millis, Session, SigningKey, User } from "./db.ts";
import { identitiesOfUser, readIdentities } from "./identities-of-user.ts";
import { preparedFirst } from "./prepared.ts";
import { isUnchanged, type ReadProject, requireUnchanged } from "./project-version.ts";
import { userColumns } from "./rows/users.ts";
import type { PrivateKey, TokenSubject } from "./single-statements.ts";

export type { PrivateKey, TokenSubject };

/** What the database says about an access token. The key is undefined if its tokens are not good any more. */
export type TokenHolder<U = User> = {
  key?: Pick<SigningKey, "kid" | "publicJwk">;
  user?: U;
  identities?: Identity[];
  /** Only while it has neither ended nor been revoked, and only the user's own. */
  session?: OpenSession;
};

export type UserWithSignIn = User & { lastSignInAt: Millis | null };

export type OpenSession = Pick<Session, "id" | "createdAt" | "endsAt"> & {
  /** When the user last proved who they are, and with what. */
  authenticatedAt: Millis;
  provenBy: string;
};

/** What a session is found by. */
export type SessionOf = Readonly<{ projectId: string } & ({ locatorHash: string } | { sessionId: string })>;

export type NamedByToken = { kid: string; userId: string; sessionId: string; now: Millis };

/** Sessions from before these columns have what they were opened with. */
const authentication = [
  sql<Millis>`coalesce(session.authenticated_at, session.created_at)`.as("authenticatedAt"),
  sql<string>`coalesce(session.proven_by, session.method)`.as("provenBy"),
];

/** In one statement: every call of a signed-in user asks it. */
function tokenHolders(db: Db, by: NamedByToken & { projectId: string; version: string | null }) {
  return db
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
    .select(userColumns("user"))
    .select([
      "key.kid",
      "key.publicJwk",
      "session.id as sessionId",
      "session.createdAt as sessionCreatedAt",
      "session.endsAt as sessionEndsAt",
    ])
    .select(authentication)
    .select((row) => identitiesOfUser(db, row).as("identities"))
    .where("key.projectId", "=", by.projectId)
    .where("key.kid", "=", by.kid)
    .where(isUnchanged(db, by))
    .where((key) => key.or([key("key.graceUntil", "is", null), key("key.graceUntil", ">", by.now)]));
}

const tokenHolder = preparedFirst(tokenHolders);

const holderWithSignIn = preparedFirst((db, by: Parameters<typeof tokenHolders>[1]) =>
  tokenHolders(db, by).select((row) =>
    row
      .selectFrom("userActivity")
      .select("userActivity.lastSignInAt")
      .whereRef("userActivity.userId", "=", "user.id")
      .as("lastSignInAt"),
  ),
);

/** Fails if the project has changed since it was read. */
export function findTokenHolder(
  db: Db,
  project: ReadProject,
  named: NamedByToken,
): MaybePromise<TokenHolder> {
  const by = { projectId: project.id, version: project.version ?? null, ...named };
  return andThen(tokenHolder(db, by), (row) => {
    if (row) return readHolder(row);
    return andThen(requireUnchanged(db, project), () => ({}));
  });
}

/** The same with the user's last sign-in, in one statement as well. */
export function findHolderWithSignIn(
  db: Db,
  project: ReadProject,
  named: NamedByToken,
): MaybePromise<TokenHolder<UserWithSignIn>> {
  const by = { projectId: project.id, version: project.version ?? null, ...named };
  return andThen(holderWithSignIn(db, by), (row) => {
    if (row) return readHolder(row);
    return andThen(requireUnchanged(db, project), () => ({}));
  });
}

type HolderRow = NonNullable<Awaited<ReturnType<typeof tokenHolder>>>;

/** The row itself is the user: to copy it would cost as much as to find a part of it. */
function readHolder<Row extends HolderRow>(row: Row): TokenHolder<Row & User> {
  const { kid, publicJwk, sessionId: id, sessionCreatedAt: createdAt, sessionEndsAt: endsAt } = row;
  const { authenticatedAt, provenBy } = row;
  const key = { kid, publicJwk };
  if (row.id === null) return { key };
  const user = row as Row & User;
  const identities = readIdentities(row.identities);
  if (id === null || createdAt === null || endsAt === null) return { key, user, identities };
  return { key, user, identities, session: { id, createdAt, endsAt, authenticatedAt, provenBy } };
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
    .leftJoin("userActivity as activity", "activity.userId", "user.id")
    .leftJoin("signingKeys as key", (join) =>
      join.onRef("key.projectId", "=", "session.projectId").on("key.graceUntil", "is", null),
    )
    .select(userColumns("user"))
    .select(["key.kid", "key.privateKeySealed", "session.id as sessionId", "activity.lastActiveAt"])
    .select(authentication)
    .select((row) => identitiesOfUser(db, row).as("identities"))
    .where("session.projectId", "=", projectId);
}

export function findTokenSubject(db: Db, by: SessionOf): MaybePromise<TokenSubject | undefined> {
  return andThen("locatorHash" in by ? subjectOfLocator(db, by) : subjectOfSession(db, by), readSubject);
}

export function readSubject(row: Awaited<ReturnType<typeof subjectOfSession>>): TokenSubject | undefined {
  if (!row) return undefined;
  const { kid, privateKeySealed, projectId, sessionId, lastActiveAt, authenticatedAt, provenBy } = row;
  return {
    user: row,
    key: kid === null || privateKeySealed === null ? undefined : { kid, projectId, privateKeySealed },
    identities: readIdentities(row.identities),
    sessionId,
    lastActiveAt,
    authenticatedAt,
    provenBy,
  };
}
