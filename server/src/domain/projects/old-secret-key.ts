import { timingSafeEqual } from "node:crypto";
import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError } from "../../errors.ts";
import type { Millis, ProjectRow } from "../../storage/db.ts";

type OldKeyColumns = Pick<ProjectRow, "oldSecretKeyHash" | "oldSecretKeyLast4" | "oldSecretKeyUntil">;

export type OldSecretKey = Readonly<{ last4: string; until: Millis }>;

export const noOldSecretKey: OldKeyColumns = {
  oldSecretKeyHash: null,
  oldSecretKeyLast4: null,
  oldSecretKeyUntil: null,
};

/** The secret key before, while it works. */
export function oldSecretKeyOf(
  { clock }: Pick<App, "clock">,
  { oldSecretKeyLast4: last4, oldSecretKeyUntil: until }: OldKeyColumns,
): OldSecretKey | undefined {
  return last4 !== null && until !== null && clock() < until ? { last4, until } : undefined;
}

/**
 * Refuses a secret key that named the project and has ended. Nothing is written at that moment, so a caller that remembers
 * the project has to ask for each call.
 */
export function refuseEndedKey(app: Pick<App, "clock">, project: OldKeyColumns, key: string): void {
  const { oldSecretKeyHash } = project;
  if (oldSecretKeyHash === null || oldSecretKeyOf(app, project)) return;
  if (timingSafeEqual(Buffer.from(hashToken(key)), Buffer.from(oldSecretKeyHash))) {
    throw new AppError("API_KEY_INVALID", "it was replaced, and its time is over");
  }
}
