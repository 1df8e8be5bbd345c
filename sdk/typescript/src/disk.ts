import { AuthError } from "./auth-error.ts";
import type { User } from "./contract.ts";
import type { Lock } from "./shared-locks.ts";
import type { AuthStorage } from "./storage.ts";

export type StoredSession = {
  user: User;
  accessToken: string;
  refreshToken: string;
  /**
   * Random id under which `refreshToken` will be presented. It is written together with the token, so it is on
   * disk before it is sent, and the same one is sent again after a lost answer or when the app was killed.
   */
  attemptId: string;
  /** By this device's clock. */
  receivedAt: number;
  lifetimeMs: number;
};

/** A question for codes to one address. Written by `@svc/sdk/email-code`. */
export type EmailCodeFlow = {
  /** The server's name for it; absent while its answer has not arrived. */
  id?: string | undefined;
  email: string;
  /** Sent with the code and not before: who reads the email elsewhere cannot use the code. */
  codeVerifier: string;
  /** What the link in the email begins with. */
  issuer: string;
  /** When a code was last asked for, by this device's clock. */
  at: number;
};

/** What the device answered when it made a passkey. Written by `@svc/sdk/passkey`. */
export type PendingAnswer = {
  /** What it is for: the call, the app's input and who was signed in. */
  asked: string;
  credentialJson: string;
  /** By this device's clock. */
  at: number;
};

/** Everything that the client stores, under one key, so that it is written atomically. */
export type Stored = {
  session?: StoredSession | undefined;
  /** Random id of the sign-in under way. The same one is sent again until there is an answer. */
  attempt?: string | undefined;
  /** Refresh tokens of sessions that were ended here, before the server knows. */
  ended?: string[] | undefined;
  /** The device tokens of the accounts that signed in here last. */
  devices?: (readonly [account: number, token: string])[] | undefined;
  /** The id of this installation for push messages. */
  installationId?: string;
  /** The email code that was asked for here. Signing out removes it. */
  emailCode?: EmailCodeFlow | undefined;
  /** The passkey that the server may not know yet. Signing in and out removes it. */
  passkey?: PendingAnswer | undefined;
  /** Why nothing could be read. Retryable unless the stored data is damaged. Never written. */
  broken?: AuthError;
};

export type Disk = {
  /** Never rejects. */
  read: () => Promise<Stored>;
  /** Replaces the stored data by the result of `edit`, if it has one. It uses no network, so others do not wait long. */
  change: (edit: (stored: Stored) => Stored | undefined) => Promise<void>;
};

export function openDisk(storage: AuthStorage, key: string, lock: Lock): Disk {
  const read = async (): Promise<Stored> => {
    let text: string | null;
    try {
      text = await storage.getItem(key);
    } catch (cause) {
      return { broken: storageFailed(cause) };
    }
    try {
      const stored: Stored = JSON.parse(text || "{}");
      const { session } = stored;
      if (!session || (session.user.id && session.refreshToken)) return stored;
    } catch {}
    // Without the cause, which would quote the stored data.
    return { broken: new AuthError("STORAGE", "storage failed") };
  };

  return {
    read,
    change: (edit) =>
      lock(`${key}.disk`, async () => {
        const next = edit(await read());
        if (!next) return;
        try {
          await storage.setItem(key, JSON.stringify({ ...next, broken: undefined }));
        } catch (cause) {
          throw storageFailed(cause);
        }
      }),
  };
}

/** Damaged data can be replaced. Data that cannot be read now may be a session and must not be overwritten. */
export function replaceable(stored: Stored): Stored {
  if (stored.broken?.retryable) throw stored.broken;
  return stored;
}

export function storageFailed(cause?: unknown): AuthError {
  return new AuthError("STORAGE", "storage failed", { retryable: true, cause });
}
