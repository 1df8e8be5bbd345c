import { WebAuthnError } from "../../crypto/webauthn/webauthn-error.ts";
import { AppError } from "../../errors.ts";

/** What was sent for a passkey is not what its owner would send. Nobody is told which check failed. */
export class RejectedPasskey extends AppError {
  /** Whose passkey it was said to be. Undefined when the server does not know it. */
  readonly userId: string | undefined;

  constructor(detail: string, userId?: string, metadata: Readonly<Record<string, string>> = {}) {
    super("PASSKEY_INVALID", detail, metadata);
    this.userId = userId;
  }
}

/** The client may tell the platform to forget a passkey that the server does not know. */
export function unknownPasskey(rpId: string): RejectedPasskey {
  return new RejectedPasskey("unknown", undefined, { signal: "unknown", rp_id: rpId });
}

/** Runs a check of the credential. `userId`: whose passkey it is said to be. */
export function rejecting<T>(check: () => T, userId?: string): T {
  try {
    return check();
  } catch (error) {
    throw rejected(error, userId);
  }
}

/** The same for a check that takes a while. */
export async function rejectingLater<T>(check: Promise<T>, userId?: string): Promise<T> {
  try {
    return await check;
  } catch (error) {
    throw rejected(error, userId);
  }
}

function rejected(error: unknown, userId: string | undefined): unknown {
  return error instanceof WebAuthnError ? new RejectedPasskey(error.message, userId) : error;
}
