import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { App } from "../../app.ts";
import { confirmAccountDeletion } from "../../domain/accounts/delete-account.ts";
import { confirmEmailChange } from "../../domain/accounts/email-change.ts";
import { confirmEmailVerification } from "../../domain/accounts/email-verification.ts";
import { identitiesOf } from "../../domain/accounts/identities-of.ts";
import { inspectEmailLink } from "../../domain/accounts/inspect-email-link.ts";
import { confirmPasswordReset } from "../../domain/accounts/password-reset.ts";
import { rejectEmailVerification } from "../../domain/accounts/reject-email-verification.ts";
import { undoEmailChange } from "../../domain/accounts/undo-email-change.ts";
import { requestMail } from "../../domain/mail/request-mail.ts";
import type { User } from "../../storage/db.ts";
import type { AuthHandlers } from "../methods/auth.ts";
import { encodeEmailLink, encodeUser } from "./encode.ts";

/** RPCs that need no session: they request mailed links or redeem them. */
export function emailLinkHandlers(app: App): AuthHandlers {
  const whole = async (user: User) => encodeUser(user, await identitiesOf(app, user));
  return {
    async requestEmailVerification({ email }, { project }) {
      await requestMail(app, project, "verify_email", email);
      return {};
    },

    async confirmEmailVerification(request, { project, clientIp: ip, userAgent }) {
      const user = await confirmEmailVerification(app, project, request, { ip, userAgent });
      return { user: await whole(user) };
    },

    async rejectEmailVerification({ token }, { project, clientIp: ip, userAgent }) {
      return { accountDeleted: await rejectEmailVerification(app, project, token, { ip, userAgent }) };
    },

    async inspectEmailLink({ token }, { project }) {
      return encodeEmailLink(await inspectEmailLink(app, project, token));
    },

    async requestPasswordReset({ email }, { project }) {
      await requestMail(app, project, "reset_password", email);
      return {};
    },

    async confirmPasswordReset(request, { project, clientIp: ip, userAgent }) {
      const { token, newPassword, keepProviders } = request;
      const input = { token, newPassword, keepProviders: keepProviders?.providers };
      await confirmPasswordReset(app, project, input, { ip, userAgent });
      return {};
    },

    async confirmEmailChange({ token }, { project, clientIp: ip, userAgent }) {
      return { user: await whole(await confirmEmailChange(app, project, token, { ip, userAgent })) };
    },

    async undoEmailChange({ token }, { project, clientIp: ip, userAgent }) {
      const undone = await undoEmailChange(app, project, token, { ip, userAgent });
      return { resetToken: undone.resetToken, user: await whole(undone.user) };
    },

    async requestAccountDeletion({ email }, { project }) {
      await requestMail(app, project, "delete_account", email);
      return {};
    },

    async confirmAccountDeletion({ token }, { project, clientIp: ip, userAgent }) {
      const dueAt = await confirmAccountDeletion(app, project, token, { ip, userAgent });
      return dueAt === null ? {} : { deletionTime: timestampFromMs(dueAt) };
    },
  };
}
