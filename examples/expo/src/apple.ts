import type { IdTokenInput } from "@svc/sdk";
import { AppleAuthenticationScope, formatFullName, signInAsync } from "expo-apple-authentication";
import { auth } from "./auth.ts";

/** Apple's own sheet, on iOS. Null when the user turned back. */
export async function appleCredential(): Promise<IdTokenInput | null> {
  const { nonce, hashed } = auth.createNonce();
  try {
    const { identityToken, authorizationCode, fullName } = await signInAsync({
      requestedScopes: [AppleAuthenticationScope.FULL_NAME, AppleAuthenticationScope.EMAIL],
      nonce: hashed,
    });
    if (identityToken === null) throw new Error("Apple gave no token");
    return {
      provider: "apple",
      idToken: identityToken,
      nonce,
      // With it the server can tell Apple when the account is deleted, as Apple demands.
      ...(authorizationCode && { authorizationCode }),
      // Apple tells the name once, and to the app only.
      ...(fullName && { displayName: formatFullName(fullName) }),
    };
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_REQUEST_CANCELED") return null;
    throw error;
  }
}
