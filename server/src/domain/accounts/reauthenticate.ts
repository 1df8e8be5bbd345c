import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";

const RECENT_MS = 10 * 60_000;

/** Before what cannot be undone: the password, a session just opened, or a guest, who has nothing else. */
export async function reauthenticate(
  app: Pick<App, "clock" | "passwords">,
  { user, session }: SignedIn,
  currentPassword: string,
): Promise<void> {
  if (user.guestSince !== null) return;
  if (currentPassword !== "") {
    if (await app.passwords.verify(user.passwordHash, currentPassword)) return;
    throw new AppError("INVALID_CREDENTIALS");
  }
  if (!isRecent(app, session)) throw new AppError("REAUTHENTICATION_REQUIRED");
}

export function isRecent(app: Pick<App, "clock">, session: SignedIn["session"]): boolean {
  return session.createdAt > app.clock() - RECENT_MS;
}
