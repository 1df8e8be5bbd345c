import { GoogleSignin } from "@react-native-google-signin/google-signin";
import type { IdTokenInput } from "@svc/sdk";
import { auth } from "./auth.ts";

/** Google's own sheet. Null when the user turned back. The project must have `allow_missing_nonce`. */
export async function googleCredential(): Promise<IdTokenInput | null> {
  const { googleClientIds } = await auth.getProjectConfig();
  // The token is for the web client, also on Android and iOS: that is the audience which the server expects.
  GoogleSignin.configure({ webClientId: googleClientIds.web, iosClientId: googleClientIds.ios });
  await GoogleSignin.hasPlayServices();
  const answer = await GoogleSignin.signIn();
  if (answer.type === "cancelled") return null;
  if (answer.data.idToken === null) throw new Error("Google gave no token: is the web client id set?");
  return { provider: "google", idToken: answer.data.idToken };
}
