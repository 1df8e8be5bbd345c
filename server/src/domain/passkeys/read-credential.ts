import type { App } from "../../app.ts";
import { checkRegistration, readRegistration } from "../../crypto/webauthn/registration.ts";
import { invalidRequest } from "../../errors.ts";
import type { PasskeyRow } from "../../storage/db.ts";
import { type ChallengeFacts, type ChallengePurpose, readChallenge } from "./challenge.ts";
import { productName, readPasskeyName } from "./passkey-name.ts";
import type { PasskeyOwners } from "./passkey-owners.ts";
import { RejectedPasskey, rejecting } from "./rejected-passkey.ts";

/** A passkey that was made for these owners, and the challenge that it answers. */
export type ReadCredential = Readonly<{
  row: Omit<PasskeyRow, "projectId" | "userId" | "userHandle">;
  challenge: Buffer;
  facts: ChallengeFacts;
}>;

/**
 * Reads what the platform answered to `create`. `facts.userId` is whom the challenge was made for: the caller compares it
 * and uses the challenge up. That the sender has the private key is not proven.
 */
export function readCredential(
  app: Pick<App, "clock" | "newId" | "secretBox">,
  owners: PasskeyOwners,
  { purpose, context }: { purpose: ChallengePurpose; context: string },
  { credentialJson, name, nameField }: { credentialJson: string; name: string; nameField: string },
): ReadCredential {
  if (credentialJson === "") throw invalidRequest("credential_json", "is required");
  const chosenName = readPasskeyName(name, nameField);
  const registration = rejecting(() => readRegistration(credentialJson));
  const { challenge } = registration.clientData;
  const facts = readChallenge(app, owners.ownersId, purpose, challenge, context);
  if (!facts) throw new RejectedPasskey("the challenge is not ours, or too old");
  const state = rejecting(() => checkRegistration(registration, owners));
  return {
    challenge,
    facts,
    row: {
      id: app.newId(),
      credentialId: registration.credentialId.toString("base64url"),
      publicKey: registration.publicKey.toString("base64url"),
      algorithm: registration.algorithm,
      rpId: owners.rpId,
      signCount: state.signCount,
      transports: registration.transports.join(","),
      aaguid: registration.aaguid,
      backupEligible: state.backupEligible ? 1 : 0,
      backedUp: state.backupState ? 1 : 0,
      name: chosenName || productName(registration.aaguid),
      createdAt: app.clock(),
      lastUsedAt: null,
    },
  };
}
