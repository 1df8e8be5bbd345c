import type { LoginRequest } from "@svc/proto/svc/admin/v1/session_pb";
import type { SignInRequest } from "@svc/proto/svc/auth/v1/auth_pb";
import type { App } from "../../app.ts";
import { currentHashCaller, withHashCaller } from "../../crypto/hash-caller.ts";
import { findAdminDevice } from "../../domain/admins/admin-device.ts";
import type { RateLimitName } from "../../domain/rate-limits/rules.ts";
import { findUserDevice } from "../../domain/sessions/user-device.ts";
import { AppError } from "../../errors.ts";
import type { AppCall, Call, Handle, OwnSiteCall } from "../context.ts";

type DeviceApp = Pick<App, "clock" | "db" | "rateLimits" | "secretBox">;

/**
 * Attempts with a valid device token have a budget of their own, and strangers who fail on the same account do not
 * spend it. Once it is spent, and for every other token, the call goes on as if it had none.
 */
export function fromKnownDevice(
  app: DeviceApp,
  handle: Handle<SignInRequest, AppCall>,
): Handle<SignInRequest, AppCall> {
  return async (request, context) => {
    const device = await findUserDevice(app, context.project, request);
    if (device === undefined) return handle(request, context);
    const work = (): unknown => handle(request, context);
    return attempt(app, "sign_in_device", device.id, context, () => {
      if (context.knownDevice === undefined) return work();
      context.signingIn = device.signingIn;
      return withHashCaller({ ...currentHashCaller(), class: "known-device" }, work);
    });
  };
}

/** The same for administrators, whose browsers keep the token in a cookie. */
export function fromKnownBrowser(
  app: DeviceApp,
  handle: Handle<LoginRequest, OwnSiteCall>,
): Handle<LoginRequest, OwnSiteCall> {
  return async (request, context) => {
    const { email } = request;
    const device = await findAdminDevice(app, { email, deviceToken: context.adminDeviceCookie ?? "" });
    if (device === undefined) return handle(request, context);
    return attempt(app, "admin_login_device", device, context, () => handle(request, context));
  };
}

async function attempt(
  app: DeviceApp,
  name: RateLimitName,
  device: string,
  context: Call,
  work: () => unknown,
): Promise<unknown> {
  const settle = await app.rateLimits.attempt([{ name, subject: device }]).catch((error: unknown) => {
    if (error instanceof AppError && error.reason === "RATE_LIMITED") return undefined;
    throw error;
  });
  if (!settle) return work();
  context.knownDevice = device;
  try {
    const answer = await work();
    await settle(["proven"]);
    return answer;
  } catch (error) {
    const hasFailed = error instanceof AppError && error.reason === "INVALID_CREDENTIALS";
    await settle([hasFailed ? "failed" : "unspent"]);
    throw error;
  }
}
