import type { App } from "../../app.ts";
import type { Locator } from "../../crypto/refresh-token.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import { findTokenSubject, type SessionOf } from "../../storage/token-holders.ts";
import { listIdentities, updateUser } from "../../storage/users.ts";
import { markActive, wasSeenToday } from "../analytics/mark-active.ts";
import type { Project } from "../projects/project.ts";
import { beginPair, requireKey, type TokenPair } from "./token-pair.ts";

export type RotationApp = Pick<
  App,
  "baseUrl" | "clock" | "db" | "newId" | "secretBox" | "signer" | "upgrade"
>;

export type PresentedToken = Readonly<{ locator: Locator; hash: string; attemptId: string; ip: string }>;

/** `rotated_old`: the successor is a row of `refresh_tokens`, and is counted as such. */
export type Rotation =
  /** `finish` signs the access token. It is called after the commit. */
  | { kind: "rotated" | "rotated_old" | "repeated"; finish: () => TokenPair }
  | { kind: "reused"; sessionId: string }
  | { kind: "invalid" };

const HOUR_MS = 3_600_000;

/** Reads what the pair of a rotated session needs, and begins to sign it. */
export async function finishRotation(
  app: Pick<App, "baseUrl" | "clock" | "db" | "signer">,
  project: Project,
  by: SessionOf,
  refreshToken: string,
): Promise<() => TokenPair> {
  const subject = await findTokenSubject(app.db, by);
  // Cannot happen: disabling or deleting a user ends the sessions. If it did, the rotation would be undone.
  if (!subject || subject.user.disabledAt !== null) throw new AppError("REFRESH_TOKEN_INVALID", "disabled");
  const { user, key, hasIdentities, sessionId } = subject;
  await recordActivity(app, project, user);
  const identities = hasIdentities ? await listIdentities(app.db, user.projectId, user.id) : [];
  return beginPair(app, project, user, { sessionId, refreshToken, key: requireKey(key), identities });
}

/** Writes at most once an hour and on each new day, so that most refreshes do not change the user's row. */
async function recordActivity(app: Pick<App, "clock" | "db">, project: Project, user: User): Promise<void> {
  const now = app.clock();
  const isSeen = wasSeenToday(app, project, user);
  if (isSeen && user.lastActiveAt >= now - HOUR_MS) return;
  await updateUser(app.db, project.id, user.id, { lastActiveAt: now });
  if (!isSeen) await markActive(app, project, user.id);
}
