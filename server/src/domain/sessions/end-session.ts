import type { App } from "../../app.ts";
import type { Millis } from "../../storage/db.ts";
import { deletePushDevicesOfSessions } from "../../storage/push-devices.ts";
import { wipeReplaysOf } from "../../storage/refresh-tokens.ts";
import {
  revokeProjectSessions,
  revokeSession,
  revokeSessions,
  revokeSessionsOfPasskeys,
  revokeSessionsOpenedWith,
  revokeUserSessions,
} from "../../storage/sessions.ts";
import type { Project } from "../projects/project.ts";

/** The reason that is stored with an ended session. */
export type EndReason =
  | "signed_out"
  | "revoked"
  | "reuse"
  | "password_changed"
  | "password_reset"
  | "disabled"
  | "provider_revoked"
  | "identity_unlinked"
  | "passkey_removed"
  | "factor_changed"
  | "address_restored"
  | "mailbox_proven"
  | "purchase_moved"
  | "restored"
  | "session_limit"
  | "deletion_scheduled"
  | "signing_key_reset";

/** Sessions per statement. Between two statements the server can answer other calls. */
const BATCH = 1000;

/** Ends one session. Returns whether it was still open. Call it in a transaction. */
export async function endSession(
  app: Pick<App, "clock" | "db">,
  project: Pick<Project, "id">,
  sessionId: string,
  reason: EndReason,
): Promise<boolean> {
  const ended = await revokeSession(app.db, project.id, sessionId, { reason, now: app.clock() });
  if (!ended) return false;
  await deleteDependents(app, project, [ended.id]);
  return true;
}

/** Ends the user's sessions, all of them or all but one. Returns how many. Call it in a transaction. */
export async function endSessions(
  app: Pick<App, "clock" | "db">,
  project: Pick<Project, "id">,
  userId: string,
  reason: EndReason,
  keep?: string,
): Promise<number> {
  const ended = await revokeUserSessions(app.db, project.id, userId, { reason, now: app.clock() }, keep);
  await deleteDependents(app, project, ended);
  return ended.length;
}

/** Ends these sessions and returns which of them were still open. Call it in a transaction. */
export async function endListedSessions(
  app: Pick<App, "clock" | "db">,
  project: Pick<Project, "id">,
  sessionIds: readonly string[],
  reason: EndReason,
): Promise<string[]> {
  const ended = await revokeSessions(app.db, project.id, sessionIds, { reason, now: app.clock() });
  await deleteDependents(app, project, ended);
  return ended;
}

/** Ends the user's sessions that were opened with this method before `until`. Call it in a transaction. */
export async function endSessionsOpenedWith(
  app: Pick<App, "clock" | "db">,
  project: Pick<Project, "id">,
  userId: string,
  method: string,
  { reason, until = Number.MAX_SAFE_INTEGER }: { reason: EndReason; until?: Millis },
): Promise<void> {
  const revocation = { reason, now: app.clock() };
  const ended = await revokeSessionsOpenedWith(app.db, project.id, userId, { method, until }, revocation);
  await deleteDependents(app, project, ended);
}

/** Ends the user's sessions that were opened with one of these passkeys. Call it in a transaction. */
export async function endSessionsOfPasskeys(
  app: Pick<App, "clock" | "db">,
  project: Pick<Project, "id">,
  userId: string,
  passkeyIds: readonly string[],
): Promise<void> {
  const revocation = { reason: "passkey_removed", now: app.clock() } as const;
  const ended = await revokeSessionsOfPasskeys(app.db, project.id, userId, passkeyIds, revocation);
  await deleteDependents(app, project, ended);
}

/** Ends every session of the project. Returns how many. Call it in a transaction. */
export async function endProjectSessions(
  app: Pick<App, "clock" | "db">,
  project: Pick<Project, "id">,
  reason: EndReason,
): Promise<number> {
  const revocation = { reason, now: app.clock() };
  let total = 0;
  let ended: string[];
  do {
    ended = await revokeProjectSessions(app.db, project.id, revocation, BATCH);
    await deleteDependents(app, project, ended);
    total += ended.length;
  } while (ended.length > 0);
  return total;
}

/** After this no refresh of these sessions is answered again, and no message reaches a phone that is signed out. */
async function deleteDependents(
  app: Pick<App, "db">,
  project: Pick<Project, "id">,
  sessionIds: readonly string[],
): Promise<void> {
  await wipeReplaysOf(app.db, project.id, sessionIds);
  await deletePushDevicesOfSessions(app.db, project.id, sessionIds);
}
