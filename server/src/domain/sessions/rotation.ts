import type { App } from "../../app.ts";
import type { Locator } from "../../crypto/refresh-token.ts";
import { AppError } from "../../errors.ts";
import { findTokenSubject, type SessionOf } from "../../storage/token-holders.ts";
import type { Project } from "../projects/project.ts";
import { recordRefresh } from "./record-activity.ts";
import { requireKey, signPair, type TokenPair } from "./token-pair.ts";

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

/** Reads what the pair of a rotated session needs. */
export async function finishRotation(
  app: Pick<App, "baseUrl" | "clock" | "db" | "signer" | "upgrade">,
  project: Project,
  by: SessionOf,
  refreshToken: string,
): Promise<() => TokenPair> {
  const subject = await findTokenSubject(app.db, by);
  // Cannot happen: disabling or deleting a user ends the sessions. If it did, the rotation would be undone.
  if (!subject || subject.user.disabledAt !== null) throw new AppError("REFRESH_TOKEN_INVALID", "disabled");
  const { user, key, lastActiveAt, ...known } = subject;
  await recordRefresh(app, project, user.id, lastActiveAt);
  const opened = { ...known, refreshToken, key: requireKey(key) };
  return () => signPair(app, project, user, opened);
}
