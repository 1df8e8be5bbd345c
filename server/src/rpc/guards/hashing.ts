import { setTimeout as pause } from "node:timers/promises";
import type { DescMethod, MessageShape } from "@bufbuild/protobuf";
import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { UserService as AdminUserService } from "@svc/proto/svc/admin/v1/users_pb";
import { AuthService, type SignInRequest } from "@svc/proto/svc/auth/v1/auth_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import type { App } from "../../app.ts";
import { type HashCaller, type HashClass, withHashCaller } from "../../crypto/hash-caller.ts";
import { canonicalEmail } from "../../domain/accounts/email.ts";
import { readDeviceToken } from "../../domain/sessions/device-token.ts";
import { type CallContext, requireAdmin, requireProject, requireSignedIn } from "../context.ts";
import type { Handle } from "../route.ts";
import { networkOf } from "./network-of.ts";

const REFUSED_AFTER_MS = 250;

/** Whose password a call is about, so that the accounts behind one address take turns. */
type Account<Request> = (request: Request, context: CallContext) => string;

const typed: Account<{ email: string }> = ({ email }) => canonicalEmail(email) ?? email;
const own: Account<unknown> = (_request, context) => requireSignedIn(context).user.id;
const ownAdmin: Account<unknown> = (_request, context) => requireAdmin(context).id;
const link: Account<{ token: string }> = ({ token }) => token;
const project: Account<unknown> = (_request, context) => context.project?.id ?? "";

type Hashing = Readonly<{ method: DescMethod; class: HashClass; account: Account<never> }>;

function hashing<M extends DescMethod>(
  method: M,
  account: Account<MessageShape<M["input"]>>,
  hashClass: HashClass = "other",
): Hashing {
  return { method, account, class: hashClass };
}

/** Every method that hashes a password. */
export const hashingMethods: readonly Hashing[] = [
  hashing(AuthService.method.signUp, typed),
  hashing(AuthService.method.signIn, typed),
  hashing(AuthService.method.linkPassword, own),
  hashing(AuthService.method.unlinkIdentity, own),
  hashing(AuthService.method.changePassword, own),
  hashing(AuthService.method.confirmPasswordReset, link),
  hashing(AuthService.method.requestEmailChange, own),
  hashing(AuthService.method.deleteAccount, own),
  hashing(UserService.method.createUser, project),
  hashing(UserService.method.updateUser, project),
  hashing(AdminUserService.method.createUser, ownAdmin, "administrator"),
  hashing(AdminUserService.method.updateUser, ownAdmin, "administrator"),
  hashing(SessionService.method.login, typed, "administrator"),
  hashing(SessionService.method.reauthenticate, ownAdmin, "administrator"),
  hashing(AdminAccountService.method.acceptInvite, link, "administrator"),
  hashing(AdminAccountService.method.changePassword, ownAdmin, "administrator"),
];

/** The hashes of a call are queued for its caller. */
export function inTurn({ class: hashClass, account }: Hashing, handle: Handle): Handle {
  return (request, context) => {
    const address = networkOf(context.clientIp);
    const caller: HashCaller = { class: hashClass, address, account: account(request, context) };
    return withHashCaller(caller, () => handle(request, context));
  };
}

/**
 * In a storm, whoever would be refused for want of a free core is refused before anything is asked of the
 * database or counted in it. A device token that is ours may be worth a better place, so its call goes on. The
 * refusal comes after a pause: a caller who repeats the call at once would keep the server busy with refusals.
 */
export function unlessBusy(app: Pick<App, "clock" | "passwords" | "secretBox">, handle: Handle): Handle {
  return async (request, context) => {
    const { deviceToken } = request as SignInRequest;
    const owners = { projectId: requireProject(context).id };
    if (!readDeviceToken(app, owners, deviceToken)) {
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
