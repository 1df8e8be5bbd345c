import type { AuthClient } from "./auth-client.ts";
import type { Session } from "./auth-state.ts";
import type { BrowserSignIn } from "./browser.ts";
import { callerOf } from "./caller.ts";

/** The part of React Native's `Linking` that is used. */
export type LinkingLike = {
  openURL(url: string): Promise<unknown>;
  addEventListener(type: "url", listener: (event: { url: string }) => void): { remove(): void };
  getInitialURL(): Promise<string | null | undefined>;
};

/**
 * Completes sign-ins whose link does not return to the call that began them: the system has ended the app
 * meanwhile, and the link starts it again; or the user returned to the app first, and to the browser later.
 */
export function followLinks(
  client: AuthClient,
  { completeRedirect }: Pick<BrowserSignIn, "completeRedirect">,
  linking: LinkingLike,
  onError: (error: unknown) => void,
): { resumed: Promise<Session | null>; stop: () => void } {
  const complete = (url: string | null | undefined) => (url ? completeRedirect(url) : null);
  const resumed = linking.getInitialURL().then(complete);
  resumed.catch(onError);
  const subscription = linking.addEventListener("url", ({ url }) => {
    // Otherwise the call that waits for this link completes it and reports failures.
    if (!callerOf(client).openBrowsers) complete(url)?.catch(onError);
  });
  return { resumed, stop: () => subscription.remove() };
}
