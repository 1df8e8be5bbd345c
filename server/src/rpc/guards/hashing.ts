import { setTimeout as pause } from "node:timers/promises";
import type { SignInRequest } from "@svc/proto/svc/auth/v1/auth_pb";
import type { App } from "../../app.ts";
import { type HashCaller, type HashClass, withHashCaller } from "../../crypto/hash-caller.ts";
import { canonicalEmail } from "../../domain/accounts/email.ts";
import { readDeviceToken } from "../../domain/sessions/device-token.ts";
import { networkOf } from "../../wire/network-of.ts";
import type { AdminCall, AppCall, BackendCall, Call, Handle, UserCall } from "../context.ts";

const REFUSED_AFTER_MS = 250;

/** The turn in which the hashes of a method are computed. */
export type Hashing<Request, Context> = Readonly<{
  class: HashClass;
  /** Whose password a call is about, so that the accounts behind one address take turns. */
  account: (request: Request, context: Context) => string;
}>;

const typedEmail = ({ email }: { email: string }): string => canonicalEmail(email) ?? email;
const linkToken = ({ token }: { token: string }): string => token;
const ownAdmin = (_request: unknown, { admin }: AdminCall): string => admin.id;

export const byTypedEmail: Hashing<{ email: string }, Call> = { class: "other", account: typedEmail };
export const byNewEmail: Hashing<{ email: string }, Call> = { class: "sign-up", account: typedEmail };
export const byLink: Hashing<{ token: string }, Call> = { class: "other", account: linkToken };
export const byUser: Hashing<unknown, UserCall> = {
  class: "other",
  account: (_request, { signedIn }) => signedIn.user.id,
};
export const byProject: Hashing<unknown, BackendCall> = {
  class: "other",
  account: (_request, { project }) => project.id,
};
export const byAdmin: Hashing<unknown, AdminCall> = { class: "administrator", account: ownAdmin };
export const byTypedEmailOfAdmin: Hashing<{ email: string }, Call> = {
  class: "administrator",
  account: typedEmail,
};
export const byInvite: Hashing<{ token: string }, Call> = { class: "administrator", account: linkToken };

/** The hashes of a call are computed in the turn of its caller. */
export function inTurn<Request, Context extends Call>(
  { class: hashClass, account }: Hashing<Request, Context>,
  handle: Handle<Request, Context>,
): Handle<Request, Context> {
  return (request, context) => {
    const address = networkOf(context.clientIp);
    const isGone = (): boolean => context.signal.aborted;
    const caller: HashCaller = { class: hashClass, address, account: account(request, context), isGone };
    return withHashCaller(caller, () => handle(request, context));
  };
}

/**
 * In a storm, whoever would be refused for want of a free core is refused before anything is asked of the
 * database or counted in it. A device token that is ours may be worth a better place, so its call goes on. The
 * refusal comes after a pause: a caller who repeats the call at once would keep the server busy with refusals.
 */
export function unlessBusy(
  app: Pick<App, "clock" | "passwords" | "secretBox">,
  handle: Handle<SignInRequest, AppCall>,
): Handle<SignInRequest, AppCall> {
  return async (request, context) => {
    const owners = { projectId: context.project.id };
    if (!readDeviceToken(app, owners, request.deviceToken)) {
      try {
        app.passwords.refuseIfBusy();
      } catch (error) {
        await pause(REFUSED_AFTER_MS, undefined, { signal: context.signal, ref: false }).catch(() => {});
        throw error;
      }
    }
    return handle(request, context);
  };
}
