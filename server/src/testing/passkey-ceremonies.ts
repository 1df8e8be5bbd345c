import { checkAssertion, readAssertion } from "../crypto/webauthn/assertion.ts";
import type { AuthenticatorState } from "../crypto/webauthn/authenticator-data.ts";
import { checkRegistration, type Registration, readRegistration } from "../crypto/webauthn/registration.ts";
import { WebAuthnError } from "../crypto/webauthn/webauthn-error.ts";
import { type Authenticator, type Creation, createAuthenticator, type Request } from "./authenticator.ts";

/** What the server of these tests expects. */
export const expected = {
  rpId: "login.example.com",
  origins: ["https://login.example.com", "android:apk-key-hash:AAAA"],
};
export const origin = "https://login.example.com";
export const challenge = Buffer.alloc(32, 7).toString("base64url");
export const userHandle = Buffer.alloc(32, 9);

export const creationOptions = JSON.stringify({
  challenge,
  rp: { id: expected.rpId, name: "Example" },
  user: { id: userHandle.toString("base64url"), name: "ann", displayName: "Ann" },
  pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
});
export const requestOptions = JSON.stringify({
  challenge,
  rpId: expected.rpId,
  userVerification: "required",
});

export function accepts(registrationJson: string): AuthenticatorState {
  return checkRegistration(readRegistration(registrationJson), expected);
}

export async function acceptsFrom(
  registration: Registration,
  assertionJson: string,
): Promise<AuthenticatorState> {
  const { publicKey, algorithm, flags } = registration;
  const stored = { publicKey, algorithm, backupEligible: flags.backupEligible };
  return checkAssertion(readAssertion(assertionJson), { ...expected, ...stored });
}

/** An authenticator with one passkey, and that passkey as the server stored it. */
export function registered(creation: Partial<Creation> = {}): {
  authenticator: Authenticator;
  registration: Registration;
  signIn: (request?: Partial<Request>) => string;
} {
  const authenticator = createAuthenticator();
  const registration = readRegistration(authenticator.create(creationOptions, { origin, ...creation }));
  const signIn = (request: Partial<Request> = {}) =>
    authenticator.get(requestOptions, { origin, ...request });
  return { authenticator, registration, signIn };
}

/** Why it is refused, for the log. Anything but a WebAuthnError is a bug and thrown on. */
export function doubtOf(ceremony: () => unknown): string | undefined {
  try {
    // A promise would look like a ceremony without a doubt.
    if (ceremony() instanceof Promise) throw new Error("the ceremony takes a while: use doubtOfLater");
    return undefined;
  } catch (error) {
    return doubtIn(error);
  }
}

/** The same for a check that takes a while. */
export async function doubtOfLater(ceremony: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await ceremony();
    return undefined;
  } catch (error) {
    return doubtIn(error);
  }
}

export function doubtOfSignIn(
  registration: Registration,
  assertionJson: string,
): Promise<string | undefined> {
  return doubtOfLater(() => acceptsFrom(registration, assertionJson));
}

function doubtIn(error: unknown): string {
  if (error instanceof WebAuthnError) return error.message;
  throw error;
}
