import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { findRateLimit } from "../../storage/rate-limits.ts";
import { transact } from "../../storage/transact.ts";
import { canonicalEmail } from "../accounts/email.ts";
import type { Project } from "../projects/project.ts";
import { accountSubject } from "../rate-limits/account-subject.ts";
import { takeFromTable } from "../rate-limits/table-counters.ts";
import type { Device } from "./device.ts";
import { recordFailedSignIn } from "./record-failed-sign-in.ts";
import { findSigningIn } from "./signing-in.ts";

type ThrottledApp = Pick<App, "clock" | "db" | "newId" | "rateLimits">;

/**
 * Records that a sign-in was refused because of wrong passwords before it: once for each pause, so that a guesser cannot fill the
 * log. An address that nobody has is recorded too, at the same cost.
 */
export async function recordThrottledSignIn(
  app: ThrottledApp,
  project: Project,
  typedEmail: string,
  device: Device,
): Promise<void> {
  const subject = accountSubject(project.id, typedEmail);
  const pausedUntil = await app.rateLimits.pausedUntil("sign_in_account", subject);
  if (pausedUntil === undefined) return; // it has just ended
  const key = `sign_in_throttled:${hashToken(subject)}`;
  if ((await findRateLimit(app.db, key))?.resetsAt === pausedUntil) return;
  const email = canonicalEmail(typedEmail);
  const user = email === undefined ? undefined : (await findSigningIn(app, project, { email })).user;
  await transact(app, async (app) => {
    const now = app.clock();
    const oncePerPause = { by: "window", limit: 1, windowMs: pausedUntil - now } as const;
    // Of concurrent calls one records it.
    if (!(await takeFromTable(app.db, key, oncePerPause, now))) return;
    await recordFailedSignIn(app, project, user?.id, { method: "password", reason: "throttled" }, device);
  });
}
