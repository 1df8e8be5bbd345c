import type { Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";
import { type GetCurrentAdminResponse, SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { noticeAnswer, noticeFailure } from "./connection.ts";
import { currentAdmin, leavePage, setCurrentAdmin } from "./current-admin.ts";
import { askToSignIn } from "./ended-session.ts";
import { failureOf } from "./failure-of.ts";
import { fetchFirst } from "./first-call.ts";
import { provePassword } from "./reauthentication.ts";
import { goToSignIn } from "./session.ts";

/**
 * A session that has ended is renewed over the page, and the call is made again, as it was. A page that never had one
 * leads to the page to sign in and back.
 */
const signInAgain: Interceptor = (next) => async (request) => {
  for (;;) {
    try {
      return await next(request);
    } catch (error) {
      // By its reason: a wrong current password is "unauthenticated", too, and no reason to ask.
      if (failureOf(error).reason !== "ADMIN_UNAUTHENTICATED") throw error;
      if (currentAdmin() === undefined) {
        leavePage(goToSignIn);
        return new Promise<never>(() => {}); // the page is about to go: nobody needs to see an error
      }
      await askToSignIn();
    }
  }
};

/** Remembers whose session it is. */
const noticeAdmin: Interceptor = (next) => async (request) => {
  const response = await next(request);
  if (request.method === SessionService.method.getCurrentAdmin && !response.stream) {
    const { admin } = response.message as GetCurrentAdminResponse;
    if (admin) setCurrentAdmin(admin);
  }
  return response;
};

/** Knows whether the server answers. */
const noticeConnection: Interceptor = (next) => async (request) => {
  try {
    const response = await next(request);
    noticeAnswer();
    return response;
  } catch (error) {
    noticeFailure(error);
    throw error;
  }
};

/** JSON to our own origin; the browser adds the cookie and says that the call comes from here. */
export const transport = createConnectTransport({
  baseUrl: location.origin,
  fetch: fetchFirst,
  interceptors: [provePassword, signInAgain, noticeAdmin, noticeConnection],
});
