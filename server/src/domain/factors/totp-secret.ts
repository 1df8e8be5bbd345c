import type { App } from "../../app.ts";
import type { SealedPlace } from "../../crypto/secret-box.ts";
import type { MfaChallengeRow, TotpFactorRow } from "../../storage/db.ts";

type Box = Pick<App, "secretBox">;

export function sealTotpSecret(
  { secretBox }: Box,
  factor: Pick<TotpFactorRow, "projectId" | "userId">,
  secret: Buffer,
): string {
  return secretBox.seal(secret, placeOfFactor(factor));
}

export function openTotpSecret(
  { secretBox }: Box,
  factor: Pick<TotpFactorRow, "projectId" | "userId" | "secretSealed">,
): Buffer {
  return Buffer.from(secretBox.openBytes(factor.secretSealed, placeOfFactor(factor)));
}

/** A pending secret is sealed for its challenge, and again for the user when it is confirmed. */
export function sealPendingSecret(
  { secretBox }: Box,
  challenge: Pick<MfaChallengeRow, "projectId" | "tokenHash">,
  secret: Buffer,
): string {
  return secretBox.seal(secret, placeOfPending(challenge));
}

export function openPendingSecret(
  { secretBox }: Box,
  challenge: Pick<MfaChallengeRow, "projectId" | "tokenHash">,
  sealed: string,
): Buffer {
  return Buffer.from(secretBox.openBytes(sealed, placeOfPending(challenge)));
}

function placeOfFactor({ projectId, userId }: Pick<TotpFactorRow, "projectId" | "userId">): SealedPlace {
  return { table: "totp_factors", column: "secret_sealed", project: projectId, row: userId };
}

function placeOfPending({
  projectId,
  tokenHash,
}: Pick<MfaChallengeRow, "projectId" | "tokenHash">): SealedPlace {
  return { table: "mfa_challenges", column: "secret_sealed", project: projectId, row: tokenHash };
}
