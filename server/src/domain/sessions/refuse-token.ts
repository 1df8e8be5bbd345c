import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import type { Session } from "../../storage/db.ts";
import { recordEvent } from "../analytics/record-event.ts";
import { isOlderThanRestore } from "../backups/restored-at.ts";
import type { Project } from "../projects/project.ts";
import { isLateRepeat, replayOf } from "./attempt.ts";
import { endSession } from "./end-session.ts";
import { finishRotation, type PresentedToken, type Rotation } from "./rotation.ts";

type RefuseApp = Pick<App, "baseUrl" | "clock" | "db" | "newId" | "signer" | "upgrade">;

/** Decides about a token that is not the current one of its session. Call it with the session locked. */
export async function refuseToken(
  app: RefuseApp,
  project: Project,
  session: Session,
  token: PresentedToken,
): Promise<Rotation> {
  const now = app.clock();
  if (session.revokedAt !== null || session.endsAt <= now) return { kind: "invalid" };
  if (session.tokenExpiresAt === null || session.tokenExpiresAt <= now) return { kind: "invalid" };

  const current = replayOf(session, token.hash, token.attemptId);
  if (current !== undefined && hashToken(current) === session.tokenHash) {
    const by = { projectId: project.id, sessionId: session.id };
    return { kind: "repeated", finish: await finishRotation(app, project, by, current) };
  }
  if (isLateRepeat(session, token.hash, token.attemptId, now)) {
    await record(app, session, "session.late_repeat", token.ip);
    return { kind: "invalid" };
  }
  if (await isOlderThanRestore(app, session)) {
    await endSession(app, project, session.id, "restored");
    return { kind: "invalid" };
  }
  await endSession(app, project, session.id, "reuse");
  await record(app, session, "session.reuse_detected", token.ip);
  return { kind: "reused", sessionId: session.id };
}

function record(
  app: Pick<App, "clock" | "db" | "newId">,
  { id, projectId, userId }: Session,
  kind: "session.late_repeat" | "session.reuse_detected",
  ip: string,
): Promise<void> {
  return recordEvent(app, {
    kind,
    projectId,
    userId,
    by: { actor: "system", ip },
    data: { session_id: id },
  });
}
