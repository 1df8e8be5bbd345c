import type { App } from "../../app.ts";
import type { FirebaseParameters } from "../../crypto/foreign/firebase-scrypt.ts";
import { AppError } from "../../errors.ts";
import { countHashes, type HashChange } from "../../storage/hash-counts.ts";
import { transact } from "../../storage/transact.ts";
import { deleteUser, insertIdentities } from "../../storage/users.ts";
import { addUncountedUser } from "../accounts/add-user.ts";
import { holdRecentSignIn } from "../admins/recent-sign-in.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { liftBan } from "../bans/lift-ban.ts";
import type { Project } from "../projects/project.ts";
import type { ExportedUser } from "./exported-user.ts";
import { type ReadyUser, readImportedUser } from "./read-imported-user.ts";

export type ImportResult = { email: string } & (
  | { status: "created"; userId: string }
  | { status: "skipped" | "refused"; reason: string }
);

/**
 * Creates the users of one batch in one transaction, except invalid ones. An interrupted import leaves only complete
 * users, and sending the batch again skips users that exist.
 */
export async function importUsers(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  project: Project,
  by: Actor,
  users: readonly ExportedUser[],
  firebase: FirebaseParameters | undefined,
): Promise<ImportResult[]> {
  const read = users.map((user) => readOrRefuse(app, project, user, firebase));
  return transact(app, async (app) => {
    await holdRecentSignIn(app, by);
    const results: ImportResult[] = [];
    for (const entry of read) results.push("status" in entry ? entry : await create(app, project, by, entry));
    await countHashes(app.db, project.id, hashesOf(read, results));
    const count = (status: ImportResult["status"]) =>
      results.filter((result) => result.status === status).length;
    const data = { created: count("created"), skipped: count("skipped"), refused: count("refused") };
    await recordEvent(app, { kind: "admin.users_imported", projectId: project.id, by, data });
    return results;
  });
}

function readOrRefuse(
  app: Pick<App, "clock" | "newId">,
  project: Project,
  user: ExportedUser,
  firebase: FirebaseParameters | undefined,
): ReadyUser | ImportResult {
  if (isGuest(user)) {
    return { email: "", status: "skipped", reason: "a guest has nothing to sign in with" };
  }
  try {
    return readImportedUser(app, project, user, firebase);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { email: user.email, status: "refused", reason: error.detail ?? error.message };
  }
}

function isGuest({ isAnonymous, email, identities, passwordHash }: ExportedUser): boolean {
  return isAnonymous && email === "" && identities.length === 0 && passwordHash === "";
}

/** The password hashes of the created users. */
function hashesOf(
  read: readonly (ReadyUser | ImportResult)[],
  results: readonly ImportResult[],
): HashChange[] {
  const created = new Set(results.map((result) => (result.status === "created" ? result.userId : "")));
  return read.flatMap((entry) =>
    "row" in entry && created.has(entry.row.id)
      ? [{ userId: entry.row.id, before: null, after: entry.row.passwordHash }]
      : [],
  );
}

async function create(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  project: Project,
  by: Actor,
  { row, identities, email }: ReadyUser,
): Promise<ImportResult> {
  const created = await addUncountedUser(app, row, "ignored");
  if (!created) return { email, status: "skipped", reason: "the email already exists" };
  const linked = await insertIdentities(app.db, identities);
  if (linked < identities.length) {
    await deleteUser(app.db, project.id, row.id);
    return { email, status: "skipped", reason: "a provider account belongs to another user already" };
  }
  await liftBan(app, project, { email: row.email, identities }, { userId: row.id, by });
  return { email, status: "created", userId: row.id };
}
