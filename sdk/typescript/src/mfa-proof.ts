import type { Passkeys } from "./passkey.ts";

type ByTotp = {
  /** Six digits of the authenticator app. */
  totpCode: string;
};

type ByRecoveryCode = {
  /** One of the recovery codes. Spaces, hyphens and case do not matter. */
  recoveryCode: string;
};

type ByPasskey = {
  /** The object of `@svc/sdk/passkey`: it asks the user for a passkey. */
  passkey: Pick<Passkeys, "askForPasskey">;
};

type ByPassword = {
  /** The current password. */
  password: string;
};

type ByEmailCode = {
  /** The code that `requestEmailCode` of `@svc/sdk/email-code` sent to the user's address, as the user typed it. */
  emailCode: string;
};

/** What `completeSignIn` takes: one of these. */
export type SecondProof = ByTotp | ByRecoveryCode | ByPasskey;

/** What `reauthenticate` takes: one of these. */
export type Proof = ByPassword | ByTotp | ByPasskey | ByEmailCode;

/** The proof as the contract has it. A passkey is asked for. */
export async function withPasskey<P extends object>(proof: P): Promise<object> {
  const { passkey } = proof as Partial<ByPasskey>;
  return passkey ? { passkeyJson: await passkey.askForPasskey() } : proof;
}
