import type { App } from "../../app.ts";
import { type Assertion, checkAssertion } from "../../crypto/webauthn/assertion.ts";
import type { AuthenticatorState } from "../../crypto/webauthn/authenticator-data.ts";
import type { PasskeyRow } from "../../storage/db.ts";
import { type ChallengeFacts, readChallenge } from "./challenge.ts";
import type { PasskeyOwners } from "./passkey-owners.ts";
import { RejectedPasskey, rejectingLater } from "./rejected-passkey.ts";

type StoredPasskey = Pick<
  PasskeyRow,
  "algorithm" | "backupEligible" | "publicKey" | "rpId" | "signCount" | "userHandle"
>;

/** The owner of a passkey has signed this challenge. The caller uses it up in the transaction that it allows. */
export type PasskeyProof = Readonly<{
  challenge: Buffer;
  facts: ChallengeFacts;
  state: AuthenticatorState;
}>;

/** Checks a signature for a sign-in. `ownerId`: whose passkey it is. */
export async function checkProof(
  app: Pick<App, "clock" | "secretBox">,
  { ownersId, rpId, origins }: PasskeyOwners,
  assertion: Assertion,
  passkey: StoredPasskey,
  ownerId: string,
): Promise<PasskeyProof> {
  if (passkey.rpId !== rpId) throw new RejectedPasskey("made for another domain", ownerId);
  const { challenge } = assertion.clientData;
  const facts = readChallenge(app, ownersId, "sign_in", challenge, "");
  if (!facts) throw new RejectedPasskey("the challenge is not ours, or too old", ownerId);
  // The options name no passkey, so the authenticator must say whose it is.
  if (assertion.userHandle?.toString("base64url") !== passkey.userHandle) {
    throw new RejectedPasskey("the handle is of another user, or missing", ownerId);
  }
  const expected = {
    rpId,
    origins,
    publicKey: Buffer.from(passkey.publicKey, "base64url"),
    algorithm: passkey.algorithm,
    backupEligible: passkey.backupEligible === 1,
  };
  const state = await rejectingLater(checkAssertion(assertion, expected), ownerId);
  return { challenge, facts, state };
}

/** A copy of the private key may exist. That is a hint only: some authenticators count wrongly. */
export function counterWentBack(before: Pick<PasskeyRow, "signCount">, signCount: number): boolean {
  return (signCount !== 0 || before.signCount !== 0) && signCount <= before.signCount;
}
