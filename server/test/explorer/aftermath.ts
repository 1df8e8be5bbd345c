import type { App } from "../../src/app.ts";
import { hashToken } from "../../src/crypto/random-token.ts";
import { hashLocator, locatorOf } from "../../src/crypto/refresh-token.ts";
import { deliverDueMail } from "../../src/domain/mail/deliver-mail.ts";
import type {
  Admin,
  AdminInvite,
  EmailToken,
  Identity,
  PasskeyRow,
  PersonalAccessToken,
  Session,
  SigningKey,
  TotpFactorRow,
  User,
} from "../../src/storage/db.ts";
import { listHashKinds } from "../../src/storage/hash-counts.ts";
import type { Lane } from "./lane.ts";
import { RETRY_MS } from "./queued-mails.ts";
import { type Call, outcomeOf, type Ran } from "./run-schedule.ts";
import type { World } from "./world.ts";

/** What a schedule leaves behind, and what can still be done afterwards. */
export type Aftermath = Readonly<{
  world: World;
  calls: readonly [Call, Call];
  users: readonly User[];
  person: User | undefined;
  identities: readonly Identity[];
  passkeys: readonly PasskeyRow[];
  /** Authenticator apps. */
  factors: readonly TotpFactorRow[];
  /** Those that are open, of the whole project. */
  openSessions: readonly Session[];
  /** The sessions that a call of the schedule was given, by its side. */
  openedBy: ReadonlyMap<string, string>;
  /** Open sessions of which two calls got different tokens, neither of which replaced the other. */
  forkedSessions: readonly string[];
  /** Users with a password by the kind of its hash, as they were counted. */
  hashKinds: readonly { kind: string; users: number }[];
  signingKeys: readonly SigningKey[];
  links: readonly EmailToken[];
  /** Links that exist once every queued mail has left. */
  linksOfQueuedMail: readonly EmailToken[];
  /** How often each kind of event was written. */
  events: ReadonlyMap<string, number>;
  admins: readonly Admin[];
  adminInvites: readonly AdminInvite[];
  openAdminSessions: ReadonlySet<string>;
  /** The administrator's token and those created with it, as far as they are not revoked. */
  liveTokenTree: readonly PersonalAccessToken[];
  /** Names of one-time links and codes that were accepted once more. */
  acceptedAgain: readonly string[];
}>;

export async function readAftermath(lane: Lane, world: World, ran: Ran): Promise<Aftermath> {
  const { app } = lane;
  const calls = [ran.a, ran.b] as const;
  const { db } = app;
  const ofProject = world.project.id;
  const users = await db.selectFrom("users").selectAll().where("projectId", "=", ofProject).execute();
  const sessions = await db.selectFrom("sessions").selectAll().where("projectId", "=", ofProject).execute();
  const openSessions = sessions.filter(({ revokedAt, endsAt }) => revokedAt === null && endsAt > app.clock());
  const sessionOf = new Map(
    sessions.flatMap(({ id, tokenHash, previousHash }) => [
      [tokenHash, id],
      [previousHash, id],
    ]),
  );
  const openedBy = calls.flatMap(({ actor, outcome }) => {
    const refreshToken = outcome.kind === "acknowledged" ? outcome.opened.refreshToken : undefined;
    const session = refreshToken === undefined ? undefined : sessionOf.get(hashToken(refreshToken));
    return session === undefined ? [] : [[actor.side, session] as const];
  });
  const facts = {
    world,
    calls,
    users,
    person: users.find(({ id }) => id === world.person.id),
    identities: await db.selectFrom("identities").selectAll().where("projectId", "=", ofProject).execute(),
    passkeys: await db.selectFrom("passkeys").selectAll().where("projectId", "=", ofProject).execute(),
    factors: await db.selectFrom("totpFactors").selectAll().where("projectId", "=", ofProject).execute(),
    openSessions,
    openedBy: new Map(openedBy),
    forkedSessions: openSessions.flatMap((session) => (isForked(session, calls) ? [session.id] : [])),
    hashKinds: await listHashKinds(db, ofProject),
    signingKeys: await db.selectFrom("signingKeys").selectAll().where("projectId", "=", ofProject).execute(),
    links: await linksOf(app, world),
    events: await readEvents(app, world),
    ...(await readAdmins(app, world, calls)),
  };
  return {
    ...facts,
    acceptedAgain: await replay(app, world, calls),
    linksOfQueuedMail: await deliverTheRest(lane, world, calls),
  };
}

function linksOf(app: App, { project }: World): Promise<EmailToken[]> {
  return app.db.selectFrom("emailTokens").selectAll().where("projectId", "=", project.id).execute();
}

async function readEvents(app: App, { project, madeAt }: World): Promise<Map<string, number>> {
  const rows = await app.db
    .selectFrom("events")
    .select("kind")
    .where("at", ">", madeAt)
    .where((row) => row.or([row("projectId", "=", project.id), row("projectId", "is", null)]))
    .execute();
  const events = new Map<string, number>();
  for (const { kind } of rows) events.set(kind, (events.get(kind) ?? 0) + 1);
  return events;
}

async function readAdmins(
  app: App,
  { admin: { tokenId } }: World,
  calls: readonly Call[],
): Promise<Pick<Aftermath, "admins" | "adminInvites" | "openAdminSessions" | "liveTokenTree">> {
  if (calls.every(({ useCase }) => useCase.about !== "admin")) {
    return { admins: [], adminInvites: [], openAdminSessions: new Set(), liveTokenTree: [] };
  }
  const sessions = await app.db.selectFrom("adminSessions").select("hash").execute();
  const tokens = await app.db
    .selectFrom("personalAccessTokens")
    .selectAll()
    .where("revokedAt", "is", null)
    .execute();
  return {
    admins: await app.db.selectFrom("admins").selectAll().execute(),
    adminInvites: await app.db.selectFrom("adminInvites").selectAll().execute(),
    openAdminSessions: new Set(sessions.map(({ hash }) => hash)),
    liveTokenTree: tokens.filter(({ id, parentId }) => id === tokenId || parentId === tokenId),
  };
}

/** Whoever has used up a link or code tries once more. */
async function replay(app: App, world: World, calls: readonly Call[]): Promise<string[]> {
  const accepted: string[] = [];
  for (const { useCase, actor, outcome } of calls) {
    const { consumes } = useCase.acknowledges;
    if (consumes === undefined || outcome.kind !== "acknowledged") continue;
    const again = await outcomeOf(useCase, app, world, actor.side);
    if (again.kind === "acknowledged") accepted.push(consumes);
  }
  return accepted;
}

/** Sends what is still queued. Only of interest after a call that voids queued mails. */
async function deliverTheRest(lane: Lane, world: World, calls: readonly Call[]): Promise<EmailToken[]> {
  const voids = calls.some(
    ({ useCase, outcome }) => useCase.acknowledges.voids !== undefined && outcome.kind === "acknowledged",
  );
  if (!voids) return [];
  lane.advance(RETRY_MS);
  await deliverDueMail(lane.app);
  return linksOf(lane.app, world);
}

/** Two calls got different tokens for the session, and neither token replaced the other. */
function isForked({ locatorHash, tokenHash, previousHash }: Session, calls: readonly Call[]): boolean {
  const received = calls.flatMap(({ outcome }) => {
    const token = outcome.kind === "acknowledged" ? outcome.opened.refreshToken : undefined;
    const locator = token === undefined ? undefined : locatorOf(token);
    return token && locator && hashLocator(locator) === locatorHash ? [hashToken(token)] : [];
  });
  return new Set(received).size > 1 && !received.every((hash) => hash === tokenHash || hash === previousHash);
}
