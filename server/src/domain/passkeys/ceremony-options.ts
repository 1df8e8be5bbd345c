import { algorithms } from "../../crypto/webauthn/cose-key.ts";
import type { PasskeyRow } from "../../storage/db.ts";
import { CHALLENGE_LIFETIME_MS } from "./challenge.ts";

const common = { timeout: CHALLENGE_LIFETIME_MS };
const userVerification = "required";

/** PublicKeyCredentialRequestOptions as JSON. Any passkey of the domain may answer. */
export function requestOptions({ rpId, challenge }: { rpId: string; challenge: Buffer }): string {
  return JSON.stringify({ challenge: challenge.toString("base64url"), rpId, userVerification, ...common });
}

/** The names are for the person who chooses among passkeys. */
export type CreationFacts = Readonly<{
  rp: { id: string; name: string };
  challenge: Buffer;
  userHandle: string;
  email: string | null;
  displayName: string;
  /** Passkeys that the user has: an authenticator that has one of them makes no other. */
  exclude: readonly Pick<PasskeyRow, "credentialId" | "transports">[];
}>;

/** PublicKeyCredentialCreationOptions as JSON. */
export function creationOptions(facts: CreationFacts): string {
  const { rp, challenge, userHandle, email, displayName, exclude } = facts;
  return JSON.stringify({
    rp,
    user: {
      id: userHandle,
      name: email || displayName || "Account",
      displayName: displayName || email || "Account",
    },
    challenge: challenge.toString("base64url"),
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    ...common,
    excludeCredentials: exclude.map(({ credentialId, transports }) => ({
      type: "public-key",
      id: credentialId,
      ...(transports !== "" && { transports: transports.split(",") }),
    })),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification },
    attestation: "none",
  });
}
