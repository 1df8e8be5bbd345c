import type { AuthClient } from "./auth-client.ts";

/** React Native's `AppState`, as far as it is used. */
export type AppStateLike = {
  addEventListener(type: "change", listener: (state: string) => void): { remove(): void };
};

/** Renews the access token, if need be, when the app comes back to the foreground. Returns the function that ends it. */
export function refreshOnForeground(client: AuthClient, appState: AppStateLike): () => void {
  const subscription = appState.addEventListener("change", (state) => {
    if (state === "active") client.getAccessToken().catch(() => {});
  });
  return () => subscription.remove();
}
