import type {
  ChangePasswordRequestJson,
  DeleteAccountRequestJson,
  RequestEmailChangeRequestJson,
  UpdateMeRequestJson,
} from "@svc/proto/svc/auth/v1/auth_pb";
import { reauthenticate } from "./reauthenticate.ts";
import { invalidRequest, Refusal } from "./refusal.ts";
import { requireEmail, requireStrongPassword } from "./test-accounts.ts";
import type { TestRecords } from "./test-records.ts";
import { DEVICE_TOKEN, type TestSession } from "./test-sessions.ts";

export function accountHandlers({ accounts, sessions }: TestRecords) {
  return {
    GetMe: (_: object, { account: { user } }: TestSession) => ({ user }),

    UpdateMe({ displayName, avatarUrl, locale }: UpdateMeRequestJson, { account: { user } }: TestSession) {
      if (avatarUrl && !avatarUrl.startsWith("https://")) throw invalidRequest("avatar_url", "is not a URL");
      user.displayName = displayName?.trim() ?? user.displayName;
      user.avatarUrl = avatarUrl ?? user.avatarUrl;
      user.locale = locale ?? user.locale;
      return { user };
    },

    ChangePassword({ currentPassword, newPassword }: ChangePasswordRequestJson, session: TestSession) {
      const { account } = session;
      const isRight = !!account.password && account.password === currentPassword;
      if (!isRight) throw new Refusal("INVALID_CREDENTIALS");
      account.password = requireStrongPassword(newPassword);
      sessions.endOthers(session);
      return { deviceToken: DEVICE_TOKEN };
    },

    DeleteAccount({ currentPassword }: DeleteAccountRequestJson, session: TestSession) {
      reauthenticate(sessions, session, currentPassword);
      accounts.remove(session.account);
      sessions.end(({ account }) => account === session.account);
      return { activeStoreSubscriptions: [] };
    },

    RequestEmailChange({ newEmail, currentPassword }: RequestEmailChangeRequestJson, session: TestSession) {
      requireEmail(newEmail, "new_email");
      if (session.account.user.isAnonymous)
        throw invalidRequest("new_email", "cannot be changed for a guest");
      reauthenticate(sessions, session, currentPassword);
      return {};
    },
  };
}
