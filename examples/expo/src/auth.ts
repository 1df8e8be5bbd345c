import { createExpoAuthClient, type ExpoAuthClient } from "@svc/sdk/expo";

/** The scheme of app.json. The project's `redirect_schemes` must name it, too. */
export const REDIRECT = "com.example.app:/signed-in";

/** One client for the whole app. */
export const auth: ExpoAuthClient = createExpoAuthClient({
  baseUrl: process.env.EXPO_PUBLIC_AUTH_URL ?? "http://localhost:8080",
  publishableKey: process.env.EXPO_PUBLIC_AUTH_KEY ?? "pk_set_EXPO_PUBLIC_AUTH_KEY",
});
