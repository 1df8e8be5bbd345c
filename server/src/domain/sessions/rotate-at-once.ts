import { hashToken } from "../../crypto/random-token.ts";
import { hashLocator, locatorOf, newRefreshToken } from "../../crypto/refresh-token.ts";
import { ProjectChangedError } from "../../errors.ts";
import { engineOf } from "../../storage/engine.ts";
import { requireUnchanged } from "../../storage/project-version.ts";
import { dayToMark } from "../analytics/mark-active.ts";
import type { Project } from "../projects/project.ts";
import type { PendingTake } from "../rate-limits/rate-limiter.ts";
import { nextToken } from "./new-token.ts";
import type { Rotation, RotationApp } from "./rotation.ts";
import { requireKey, signPair } from "./token-pair.ts";

/** A refresh token as a caller presents it. */
export type Presentation = Readonly<{ refreshToken: string; attemptId: string; ip: string }>;

/**
 * Rotates the current token of a session with one statement, where the database has one, and counts the call in it. Returns
 * undefined when it did not rotate: then the call is counted, the project is the current one, and a transaction decides.
 */
export async function rotateAtOnce(
  app: RotationApp,
  project: Project,
  { refreshToken, attemptId }: Presentation,
  limit: PendingTake | undefined,
): Promise<Rotation | undefined> {
  const rotateToken = engineOf(app.db).singleStatements?.rotateToken;
  const locator = locatorOf(refreshToken);
  if (!rotateToken || !locator || !(await app.upgrade.isFinished(app))) {
    await requireUnchanged(app.db, project);
    await limit?.take();
    return undefined;
  }
  const tokenHash = hashToken(refreshToken);
  const successor = newRefreshToken(locator);
  const { isCurrent, isAllowed, subject } = await rotateToken(app.db, {
    project,
    presented: { locatorHash: hashLocator(locator), tokenHash },
    next: nextToken(app, project, { successor, tokenHash, attemptId }),
    limit: limit?.values,
    today: dayToMark(app, project),
  });
  if (!isCurrent) throw new ProjectChangedError(project.id);
  if (!isAllowed) await limit?.take(); // refuses with the time to wait
  if (!subject) return undefined;
  const { user, key, ...known } = subject;
  const rotated = { ...known, refreshToken: successor, key: requireKey(key) };
  return { kind: "rotated", finish: () => signPair(app, project, user, rotated) };
}
