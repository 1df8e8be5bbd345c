import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { hashLocator, locatorOf, newRefreshToken } from "../../crypto/refresh-token.ts";
import { AppError } from "../../errors.ts";
import { lockSessionOfLocator, replaceToken } from "../../storage/session-tokens.ts";
import { transact } from "../../storage/transact.ts";
import type { Project } from "../projects/project.ts";
import type { PendingTake } from "../rate-limits/rate-limiter.ts";
import { nextToken } from "./new-token.ts";
import { refreshOldToken } from "./refresh-old-token.ts";
import { refuseToken } from "./refuse-token.ts";
import { type Presentation, rotateAtOnce } from "./rotate-at-once.ts";
import { finishRotation, type PresentedToken, type Rotation, type RotationApp } from "./rotation.ts";
import type { TokenPair } from "./token-pair.ts";

/**
 * Exchanges a refresh token for a new pair. Any other token that the session ever had ends the session, unless the same
 * attempt is repeated because its response was lost.
 */
export async function refresh(
  app: RotationApp & Pick<App, "metrics" | "refreshCounter">,
  project: Project,
  input: Presentation,
  limit?: PendingTake,
): Promise<TokenPair> {
  const atOnce = await rotateAtOnce(app, project, input, limit);
  const rotation = atOnce ?? (await transact(app, (app) => rotate(app, project, input)));

  // Thrown only now, after the commit: an error inside the transaction would undo the revocation.
  if (rotation.kind === "reused") {
    app.metrics.refreshReused();
    throw new AppError("REFRESH_TOKEN_REUSED", `session ${rotation.sessionId}`);
  }
  if (rotation.kind === "invalid") throw new AppError("REFRESH_TOKEN_INVALID");
  if (rotation.kind === "repeated") app.metrics.refreshRepeated();
  if (rotation.kind === "rotated") app.refreshCounter.add(project);
  return rotation.finish();
}

async function rotate(
  app: RotationApp,
  project: Project,
  { refreshToken, attemptId, ip }: Presentation,
): Promise<Rotation> {
  const locator = locatorOf(refreshToken);
  if (!locator) return { kind: "invalid" };
  const presented: PresentedToken = { locator, hash: hashToken(refreshToken), attemptId, ip };
  const by = { projectId: project.id, locatorHash: hashLocator(locator), tokenHash: presented.hash };
  const successor = newRefreshToken(locator);
  const next = nextToken(app, project, { successor, tokenHash: presented.hash, attemptId });
  if (await replaceToken(app.db, by, next)) {
    return { kind: "rotated", finish: await finishRotation(app, project, by, successor) };
  }
  // Read only now: what was read before the update may have changed since.
  const session = await lockSessionOfLocator(app.db, project.id, by.locatorHash);
  if (!session) return refreshOldToken(app, project, presented);
  return refuseToken(app, project, session, presented);
}
