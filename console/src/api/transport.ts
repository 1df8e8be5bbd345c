import type { Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { failureOf } from "./failure-of.ts";
import { fetchFirst } from "./first-call.ts";
import { provePassword } from "./reauthentication.ts";
import { goToSignIn } from "./session.ts";

/** Wherever a session turns out to have ended, the way leads to the page to sign in and back. */
const signInAgain: Interceptor = (next) => async (request) => {
  try {
    return await next(request);
  } catch (error) {
    // By its reason: a wrong current password is "unauthenticated", too, and no reason to leave.
    if (failureOf(error).reason === "ADMIN_UNAUTHENTICATED") {
      goToSignIn();
      return new Promise<never>(() => {}); // the page is about to go: nobody needs to see an error
    }
    throw error;
  }
};

/** JSON to our own origin; the browser adds the cookie and says that the call comes from here. */
export const transport = createConnectTransport({
  baseUrl: location.origin,
  fetch: fetchFirst,
  interceptors: [provePassword, signInAgain],
});
