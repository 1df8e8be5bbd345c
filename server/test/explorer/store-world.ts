import type { Insertable } from "kysely";
import type { App } from "../../src/app.ts";
import { hashToken } from "../../src/crypto/random-token.ts";
import { locatorOf, newLocator } from "../../src/crypto/refresh-token.ts";
import { newUser } from "../../src/domain/accounts/new-user.ts";
import { CODE_LIFETIME_MS, macOf } from "../../src/domain/codes/one-time-code.ts";
import { EMAIL_TOKEN_LIFETIME_MS, type EmailTokenPurpose } from "../../src/domain/mail/email-token.ts";
import { handoffPlace } from "../../src/domain/oauth/redeem-handoff.ts";
import { newProject } from "../../src/domain/projects/create-project.ts";
import { readProject } from "../../src/domain/projects/project.ts";
import { defaultSettings, type ProjectSettings } from "../../src/domain/projects/settings.ts";
import { storedLocator } from "../../src/domain/sessions/new-token.ts";
import { signPair } from "../../src/domain/sessions/token-pair.ts";
import type { AddressUndo, IdentityRow, SessionRow, SigningKey, User } from "../../src/storage/db.ts";
import { countHashes } from "../../src/storage/hash-counts.ts";
import { insertOneTimeCode } from "../../src/storage/one-time-codes.ts";
import type { SessionTokens } from "../../src/storage/rows/sessions.ts";
import { firstToken, NO_ATTEMPT } from "../../src/storage/session-tokens.ts";
import { insertSigningKey, insertStandByKey } from "../../src/storage/signing-keys.ts";
import { transact } from "../../src/storage/transact.ts";
import { newActivity } from "../../src/storage/user-activity.ts";
import { withPasskeys } from "../../src/testing/passkeys.ts";
import { fastHash, oldHash } from "./fast-hasher.ts";
import { APPLE, GOOGLE } from "./provider-stand-in.ts";
import { canBeMailed, queuedMails } from "./queued-mails.ts";
import { storeAdmins } from "./store-admins.ts";
import { storeFactor } from "./store-factor.ts";
import { storePasskey } from "./store-passkey.ts";
import {
  challengeOf,
  newWorld,
  type OpenedSession,
  type PersonState,
  type World,
  type WorldParts,
} from "./world.ts";

const DAY_MS = 86_400_000;

const SETTINGS: ProjectSettings = {
  ...defaultSettings,
  ...withPasskeys,
  allowAnonymousSignIn: true,
  guestRetentionDays: 30,
  google: { ...defaultSettings.google, ...GOOGLE },
  apple: APPLE,
};

/** Not everything goes with its project: on PostgreSQL these tables have no foreign key to it. */
const CLEARED = [
  ...(["projects", "users", "outbox", "events", "userActiveDays", "signUpAttempts"] as const),
  ...(["oauthFlows", "oauthHandoffs", "oauthUsedTokens", "usedPasskeyChallenges"] as const),
  ...(["deletedProjects", "erasures"] as const),
];

let slugs = 0;

function settingsFor({ factor }: PersonState): ProjectSettings {
  return factor === "none"
    ? SETTINGS
    : { ...SETTINGS, mfa: { policy: "optional", claim: "", claimValues: [] } };
}

/** A project of its own with everything in it that the two calls may need, in one transaction. */
export async function storeWorld(app: App, parts: WorldParts): Promise<World> {
  slugs += 1;
  const settings = settingsFor(parts.state);
  const fresh = newProject(app, { name: "Explored", slug: `explored-${slugs}`, settings });
  const world = newWorld(app, readProject(fresh.row), fresh.secretKey, parts.state);
  await transact(app, async (app) => {
    // Nothing is left of the schedule before: some jobs go through every project, and would stop in each.
    for (const table of CLEARED) await app.db.deleteFrom(table).execute();
    await app.db.insertInto("projects").values(fresh.row).execute();
    await insertSigningKey(app.db, fresh.signingKey);
    await insertStandByKey(app.db, fresh.standByKey);
    if (parts.hasPerson) await storePerson(app, world, parts);
    if (parts.hasAdmins) await storeAdmins(app, world, parts);
  });
  return parts.hasPerson ? withAccessTokens(app, world, fresh.signingKey) : world;
}

async function storePerson(app: App, world: World, parts: WorldParts): Promise<void> {
  const { db } = app;
  const row = personRow(app, world);
  await db
    .insertInto("users")
    .values({ ...row, searchText: row.email ?? "" })
    .execute();
  const activity = newActivity({ ...row, updatedAt: lastSeen(app, world) });
  await db.insertInto("userActivity").values(activity).execute();
  await countHashes(db, world.project.id, [{ userId: row.id, before: null, after: row.passwordHash }]);
  await db.insertInto("sessions").values(sessionRows(app, world)).execute();
  const identities = identityRows(app, world);
  if (identities.length > 0) await db.insertInto("identities").values(identities).execute();
  const links = linkRows(app, world);
  if (links.length > 0) await db.insertInto("emailTokens").values(links).execute();
  if (canBeMailed("undo_email_change", parts.state)) {
    await db.insertInto("addressUndos").values(undoRow(app, world)).execute();
  }
  const mails = queuedMails(app, world, parts);
  if (mails.length > 0) await db.insertInto("outbox").values(mails).execute();
  if (parts.state.passkey) await storePasskey(app, world);
  if (parts.state.factor !== "none") await storeFactor(app, world, row);
  if (parts.state.google) await storeHandoff(app, world);
  if (parts.state.address !== "none") await storeEmailCode(app, world);
}

function personRow(app: App, { project, person, state }: World): User {
  const now = app.clock();
  const hashes = { set: fastHash, imported: oldHash, none: () => null };
  return newUser(app, project, {
    id: person.id,
    email: state.address === "none" ? null : person.email,
    emailVerifiedAt: state.address === "verified" ? now : null,
    passwordHash: hashes[state.password](person.password),
    guestSince: state.kind === "guest" ? now : null,
    unprovenSignUpAt: state.address === "unverified" && !state.google ? now : null,
    disabledAt: state.disabled ? now : null,
  });
}

function lastSeen(app: App, { state }: World): number {
  return app.clock() - (state.stale ? 40 * DAY_MS : 0);
}

function sessionRows(app: App, world: World): SessionRow[] {
  const { project, person, state } = world;
  const now = app.clock();
  const methods = state.kind === "guest" ? ["anonymous", "anonymous"] : ["password", "google"];
  return person.sessions.map((session, index) => ({
    ...tokensOf(app, world, session),
    ...NO_ATTEMPT,
    id: session.id,
    projectId: project.id,
    userId: person.id,
    method: methods[index] ?? "",
    passkeyId: null,
    authenticatedAt: null,
    provenBy: state.factor === "app" ? `${methods[index]} totp` : null,
    userAgent: "",
    ip: "192.0.2.1",
    createdAt: now,
    lastUsedAt: lastSeen(app, world),
    endsAt: now + 365 * DAY_MS,
    revokedAt: null,
    revokedReason: null,
  }));
}

/** As `admit` stores the first token of a session. */
function tokensOf(app: App, { project }: World, { id, refreshToken }: OpenedSession): SessionTokens {
  const session = { id, projectId: project.id };
  const token = { hash: hashToken(refreshToken), expiresAt: app.clock() + 30 * DAY_MS };
  return firstToken(storedLocator(app, session, locatorOf(refreshToken) ?? newLocator()), token);
}

function identityRows(app: App, { project, person, state }: World): Insertable<IdentityRow>[] {
  const subjects = [
    ...(state.google ? [["google", person.googleSubject]] : []),
    ...(state.apple ? [["apple", person.appleSubject]] : []),
  ];
  return subjects.map(([provider = "", subject = ""]) => ({
    id: app.newId(),
    projectId: project.id,
    userId: person.id,
    provider,
    subject,
    email: null,
    emailAuthoritative: 0,
    isPrivateEmail: 0,
    relayDisabledAt: null,
    refreshTokenSealed: null,
    refreshTokenClientId: null,
    createdAt: app.clock(),
    lastUsedAt: null,
  }));
}

function linkRows(app: App, { project, person, state }: World) {
  const now = app.clock();
  const links = Object.entries(person.links).filter(([purpose]) => canBeMailed(purpose, state));
  return links.map(([purpose, link]) => ({
    hash: hashToken(link),
    projectId: project.id,
    userId: person.id,
    purpose,
    email: purpose === "change_email" ? person.newEmail : person.email,
    createdAt: now,
    expiresAt: now + EMAIL_TOKEN_LIFETIME_MS[purpose as EmailTokenPurpose],
  }));
}

/** Of a change before everything else that the person has. */
function undoRow(app: App, { project, person, madeAt }: World): AddressUndo {
  return {
    id: app.newId(),
    projectId: project.id,
    userId: person.id,
    hash: hashToken(person.undoLink),
    email: person.formerEmail,
    verifiedAt: madeAt - DAY_MS,
    changedAt: madeAt,
    expiresAt: madeAt + DAY_MS,
  };
}

async function storeHandoff(app: App, { project, person }: World): Promise<void> {
  const codeHash = hashToken(person.handoff.code);
  const now = app.clock();
  const identity = {
    provider: "google",
    subject: person.googleSubject,
    email: null,
    emailVerified: false,
    emailAuthoritative: false,
    isPrivateEmail: false,
    name: "",
    picture: "",
  };
  await app.db
    .insertInto("oauthHandoffs")
    .values({
      codeHash,
      projectId: project.id,
      appChallenge: challengeOf(person.handoff.codeVerifier),
      identitySealed: app.secretBox.seal(JSON.stringify(identity), handoffPlace(project.id, codeHash)),
      createdAt: now,
      expiresAt: now + 60_000,
      usedAt: null,
      sessionId: null,
    })
    .execute();
}

function withAccessTokens(app: App, world: World, key: SigningKey): World {
  const user = personRow(app, world);
  const signed = (session: OpenedSession): OpenedSession => {
    const opened = { sessionId: session.id, refreshToken: session.refreshToken };
    const authentication = { authenticatedAt: app.clock(), provenBy: "password" };
    const facts = { ...opened, ...authentication, key, identities: [] };
    return { ...session, accessToken: signPair(app, world.project, user, facts).accessToken };
  };
  const [first, second] = world.person.sessions;
  return { ...world, person: { ...world.person, sessions: [signed(first), signed(second)] } };
}

async function storeEmailCode(app: App, { project, person }: World): Promise<void> {
  const { flowId, code, codeVerifier } = person.emailCode;
  const flow = { projectId: project.id, id: flowId, purpose: "sign_in" };
  const now = app.clock();
  const expiresAt = now + CODE_LIFETIME_MS;
  const unused = { attempts: 0, createdAt: now, codeExpiresAt: expiresAt, expiresAt, usedAt: null };
  const asked = { address: person.email, challenge: challengeOf(codeVerifier), ip: "", userAgent: "" };
  const codeMac = macOf(app, flow, code).toString("base64url");
  await insertOneTimeCode(app.db, { ...flow, ...asked, ...unused, codeMac });
}
