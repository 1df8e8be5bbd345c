import type { App } from "../../app.ts";
import { algorithmOf } from "../../crypto/foreign/foreign-hashes.ts";
import type { Identity, User } from "../../storage/db.ts";
import { listIdentitiesOf, listPermanentUsers } from "../../storage/users.ts";
import { type Page, pageOf, readCursor } from "../paging.ts";
import type { Project } from "../projects/project.ts";
import type { ExportedUser } from "./exported-user.ts";

/** The permanent users, newest first. Guests have nothing to sign in with elsewhere. */
export async function exportUsers(
  app: Pick<App, "db" | "secretBox">,
  project: Project,
  input: { pageSize: number; pageToken: string },
): Promise<Page<ExportedUser>> {
  const list = `export ${project.id}`;
  const cursor = readCursor(app, list, input);
  const rows = await listPermanentUsers(app.db, project.id, cursor.after, cursor.limit + 1);
  const page = pageOf(app, list, cursor, rows);
  const ids = page.items.map(({ id }) => id);
  const identities = Map.groupBy(await listIdentitiesOf(app.db, project.id, ids), ({ userId }) => userId);
  const items = page.items.map((user) => exportUser(user, identities.get(user.id) ?? []));
  return { items, nextPageToken: page.nextPageToken };
}

function exportUser(user: User, identities: readonly Identity[]): ExportedUser {
  return {
    email: user.email ?? "",
    emailVerified: user.emailVerifiedAt !== null,
    displayName: user.displayName,
    avatarUrl: user.avatarUrl,
    disabled: user.disabledAt !== null,
    customClaims: JSON.parse(user.customClaims),
    identities: identities.map(({ provider, subject, email }) => ({ provider, subject, email: email ?? "" })),
    passwordHash: user.passwordHash ?? "",
    passwordAlgorithm: user.passwordHash === null ? "" : algorithmOf(user.passwordHash),
    passwordSalt: "",
    createdAt: user.createdAt,
  };
}
