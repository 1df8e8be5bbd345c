import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { hashLocator, type Locator } from "../../crypto/refresh-token.ts";
import type { Millis, Session } from "../../storage/db.ts";
import type { NextToken } from "../../storage/session-tokens.ts";
import type { Project } from "../projects/project.ts";
import { attemptOf } from "./attempt.ts";

const DAY_MS = 86_400_000;

export function expiryOf(app: Pick<App, "clock">, project: Project): Millis {
  return app.clock() + project.settings.refreshTokenDays * DAY_MS;
}

/** What is stored of a token that replaces another one. */
export function nextToken(
  app: Pick<App, "clock">,
  project: Project,
  { successor, tokenHash, attemptId }: { successor: string; tokenHash: string; attemptId: string },
): NextToken {
  return {
    hash: hashToken(successor),
    expiresAt: expiryOf(app, project),
    ...attemptOf(attemptId, tokenHash, successor),
    now: app.clock(),
  };
}

type SessionKey = Pick<Session, "id" | "projectId">;

/** What is stored of the locator of a session. */
export function storedLocator(app: Pick<App, "secretBox">, session: SessionKey, locator: Locator) {
  return {
    locatorHash: hashLocator(locator),
    locatorSealed: app.secretBox.seal(locator, locatorPlace(session)),
  };
}

export function openLocator(app: Pick<App, "secretBox">, session: SessionKey, sealed: string): Locator {
  return app.secretBox.openBytes(sealed, locatorPlace(session));
}

function locatorPlace({ id, projectId }: SessionKey) {
  return { table: "sessions", column: "locator_sealed", project: projectId, row: id };
}
