import type { AuthClient } from "./auth-client.ts";
import { callerOf } from "./caller.ts";

/** React Native's `AppState`, as far as it is used. */
export type AppStateLike = {
  addEventListener(type: "change", listener: (state: string) => void): { remove(): void };
};

/** Renews the access token, if need be, when the app comes back to the foreground. Returns the function that ends it. */
export function refreshOnForeground(client: AuthClient, appState: AppStateLike): () => void {
  const subscription = appState.addEventListener("change", (state) => {
    // "inactive" is a moment on the way to the background, or a system dialog above the app.
    callerOf(client).isAway = state === "background";
    if (state === "active") client.wake();
  });
  return () => subscription.remove();
}
