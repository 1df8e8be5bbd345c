import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { User } from "../../storage/db.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";

const RECENT_MS = 10 * 60_000;

/** What the caller proved: the password with this hash, a session that was opened recently, or that they are a guest. */
export type Reauthentication =
  | Readonly<{ kind: "password"; passwordHash: string | null }>
  | Readonly<{ kind: "recent" | "guest" }>;

/**
 * Required before irreversible changes: the password, a recent session, or being a guest. Check it again
 * with `requireStillProven` in the transaction that acts on it.
 */
export async function reauthenticate(
  app: Pick<App, "clock" | "passwords">,
  { user, session }: SignedIn,
  currentPassword: string,
): Promise<Reauthentication> {
  if (user.guestSince !== null) return { kind: "guest" };
  if (currentPassword !== "") {
    const { passwordHash } = user;
    if (await app.passwords.verify(passwordHash, currentPassword)) return { kind: "password", passwordHash };
    throw new AppError("INVALID_CREDENTIALS");
  }
  if (!isRecent(app, session)) throw new AppError("REAUTHENTICATION_REQUIRED");
  return { kind: "recent" };
}

/** Takes the user's row as read in the transaction. The session is locked by then, so a recent one is still open. */
export function requireStillProven(proof: Reauthentication, user: User | undefined): asserts user is User {
  if (!user) throw new AppError("SESSION_REVOKED", "deleted meanwhile");
  if (proof.kind === "password" && user.passwordHash !== proof.passwordHash) {
    throw new AppError("INVALID_CREDENTIALS", "the password was replaced meanwhile");
  }
  if (proof.kind === "guest" && user.guestSince === null) {
    throw new AppError("REAUTHENTICATION_REQUIRED", "no longer a guest");
  }
}

/** Adding a sign-in method needs a recent session, unless the user is a guest. */
export function requireGuestOrRecent(
  app: Pick<App, "clock">,
  session: SignedIn["session"],
  user: Pick<User, "guestSince">,
): void {
  if (user.guestSince === null && !isRecent(app, session)) throw new AppError("REAUTHENTICATION_REQUIRED");
}

export function isRecent(app: Pick<App, "clock">, session: SignedIn["session"]): boolean {
  return session.authenticatedAt > app.clock() - RECENT_MS;
}
