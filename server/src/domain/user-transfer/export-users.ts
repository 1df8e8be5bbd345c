import type { App } from "../../app.ts";
import { algorithmOf } from "../../crypto/foreign/foreign-hashes.ts";
import type { Identity, Millis, User } from "../../storage/db.ts";
import { transact } from "../../storage/transact.ts";
import { listExportedUsers, listIdentitiesOf } from "../../storage/users.ts";
import { holdRecentSignIn } from "../admins/recent-sign-in.ts";
import { countGuests } from "../analytics/count-users.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { type Page, pageBy, readCursor } from "../paging.ts";
import type { Project } from "../projects/project.ts";
import type { ExportedUser } from "./exported-user.ts";

const DAY_MS = 86_400_000;

/** The position of an export, and when it was last recorded. */
type ExportPosition = { createdAt: Millis; id: string; recordedAt: Millis };

type ExportInput = { pageSize: number; pageToken: string; includeGuests: boolean };

/** The users, newest first. Guests cannot sign in elsewhere, so they are left out by default. */
export async function exportUsers(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  project: Project,
  by: Actor,
  input: ExportInput,
): Promise<Page<ExportedUser> & { guestsLeftOut: number }> {
  const { includeGuests } = input;
  const list = `export ${project.id}${includeGuests ? " with guests" : ""}`;
  const cursor = readCursor<ExportPosition>(app, list, input);
  const { recordedAt, guests } = await recordExport(app, project, by, {
    includeGuests,
    recordedAt: cursor.after?.recordedAt,
  });
  const rows = await listExportedUsers(app.db, project.id, cursor.after, {
    limit: cursor.limit + 1,
    includeGuests,
  });
  const page = pageBy(app, list, cursor, rows, ({ createdAt, id }) => ({ createdAt, id, recordedAt }));
  const ids = page.items.map(({ id }) => id);
  const identities = Map.groupBy(await listIdentitiesOf(app.db, project.id, ids), ({ userId }) => userId);
  const items = page.items.map((user) => exportUser(user, identities.get(user.id) ?? []));
  const guestsLeftOut = cursor.after || includeGuests ? 0 : guests;
  return { items, nextPageToken: page.nextPageToken, guestsLeftOut };
}

/** Records each export once, before its first page. A page token that is used a day later is recorded again. */
async function recordExport(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  by: Actor,
  {
    includeGuests,
    recordedAt = Number.NEGATIVE_INFINITY,
  }: { includeGuests: boolean; recordedAt: Millis | undefined },
): Promise<{ recordedAt: Millis; guests: number }> {
  return transact(app, async (app) => {
    await holdRecentSignIn(app, by);
    const now = app.clock();
    if (now - recordedAt < DAY_MS) return { recordedAt, guests: 0 };
    const { permanent, guests } = await countGuests(app, project.id);
    const data = includeGuests ? { users: permanent + guests, guests } : { users: permanent };
    await recordEvent(app, { kind: "admin.users_exported", projectId: project.id, by, data });
    return { recordedAt: now, guests };
  });
}

function exportUser(user: User, identities: readonly Identity[]): ExportedUser {
  return {
    email: user.email ?? "",
    emailVerified: user.emailVerifiedAt !== null,
    displayName: user.displayName,
    avatarUrl: user.avatarUrl,
    locale: user.locale ?? "",
    disabled: user.disabledAt !== null,
    customClaims: JSON.parse(user.customClaims),
    identities: identities.map(({ provider, subject, email }) => ({ provider, subject, email: email ?? "" })),
    passwordHash: user.passwordHash ?? "",
    passwordAlgorithm: user.passwordHash === null ? "" : algorithmOf(user.passwordHash),
    passwordSalt: "",
    createdAt: user.createdAt,
    isAnonymous: user.guestSince !== null,
  };
}
