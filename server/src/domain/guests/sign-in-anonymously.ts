import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { transact } from "../../storage/transact.ts";
import { insertUser } from "../../storage/users.ts";
import { type AskedLanguages, localeOfNewUser } from "../accounts/asked-languages.ts";
import { newUser } from "../accounts/new-user.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { admit } from "../sessions/admit.ts";
import type { Device } from "../sessions/device.ts";
import { oncePerAttempt } from "../sessions/once-per-attempt.ts";
import { type OpeningAttempt, openingAttempt } from "../sessions/opening-attempt.ts";
import { pairFacts, signPair, type TokenPair } from "../sessions/token-pair.ts";

type GuestApp = Pick<App, "baseUrl" | "clock" | "db" | "newId" | "secretBox" | "signer" | "upgrade">;

/**
 * Creates a new guest on every call, unless the call repeats an attempt. A guest whose tokens are lost cannot sign in
 * again.
 */
export function signInAnonymously(
  app: GuestApp,
  project: Project,
  { attemptId, asked }: { attemptId: string; asked: AskedLanguages },
  device: Device,
): Promise<TokenPair> {
  const attempt = openingAttempt(project, attemptId, "SignInAnonymously");
  return oncePerAttempt(app, project, attempt, () => createGuest(app, project, asked, device, attempt));
}

async function createGuest(
  app: GuestApp,
  project: Project,
  asked: AskedLanguages,
  device: Device,
  attempt: OpeningAttempt | undefined,
): Promise<TokenPair> {
  if (!project.settings.allowAnonymousSignIn) throw new AppError("ANONYMOUS_SIGN_IN_DISABLED");
  const guest = newUser(app, project, { guestSince: app.clock(), locale: localeOfNewUser(asked) });

  const opened = await transact(app, async (app) => {
    await insertUser(app.db, guest);
    await recordEvent(app, {
      kind: "user.guest_created",
      projectId: project.id,
      userId: guest.id,
      by: { actor: `user:${guest.id}`, ip: device.ip, userAgent: device.userAgent },
    });
    const proven = { method: "anonymous", isNew: true } as const;
    const admission = await admit(app, project, guest, proven, device, attempt);
    if (admission.kind !== "admitted") throw new Error(`a new guest was ${admission.kind}`);
    const facts = await pairFacts(app, project, guest);
    return { ...admission.opened, ...facts };
  });
  return signPair(app, project, guest, opened);
}
