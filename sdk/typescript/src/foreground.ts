import type { AuthClient } from "./auth-client.ts";
import { callerOf } from "./caller.ts";

/** The part of React Native's `AppState` that is used. */
export type AppStateLike = {
  addEventListener(type: "change", listener: (state: string) => void): { remove(): void };
};

/**
 * Calls `wake` of the client when the app comes back to the foreground, so that the first call finds a valid access
 * token. Returns a function that stops it. `createExpoAuthClient` does this without you.
 *
 * @example
 * import { refreshOnForeground } from "@svc/sdk/react-native";
 * import { AppState } from "react-native";
 *
 * refreshOnForeground(auth, AppState);
 */
export function refreshOnForeground(client: AuthClient, appState: AppStateLike): () => void {
  const subscription = appState.addEventListener("change", (state) => {
    // "inactive" is a moment on the way to the background, or a system dialog above the app.
    callerOf(client).isAway = state === "background";
    if (state === "active") client.wake();
  });
  return () => subscription.remove();
}
