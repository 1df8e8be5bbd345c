import type { SignInRequest } from "@svc/proto/svc/auth/v1/auth_pb";
import type { App } from "../../app.ts";
import { recordThrottledSignIn } from "../../domain/sessions/record-throttled-sign-in.ts";
import { AppError } from "../../errors.ts";
import { type AppCall, deviceOf, type Handle } from "../context.ts";

/** Records that the limit of the account refused a sign-in, which the handler behind the limits does not see. */
export function recordingThrottled(
  app: Pick<App, "clock" | "db" | "newId" | "rateLimits">,
  handle: Handle<SignInRequest, AppCall>,
): Handle<SignInRequest, AppCall> {
  return async (request, context) => {
    try {
      return await handle(request, context);
    } catch (error) {
      if (
        error instanceof AppError &&
        error.reason === "RATE_LIMITED" &&
        error.detail === "sign_in_account"
      ) {
        await recordThrottledSignIn(app, context.project, request.email, deviceOf(context));
      }
      throw error;
    }
  };
}
