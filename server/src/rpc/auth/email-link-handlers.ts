import type { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
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
import { requireProject } from "../context.ts";
import type { Handlers } from "../route.ts";
import { encodeEmailLink, encodeUser } from "./encode.ts";

/** What needs no session: links are mailed to whoever has the address, and stand for them. */
export function emailLinkHandlers(app: App): Handlers<typeof AuthService> {
  const whole = async (user: User) => encodeUser(user, await identitiesOf(app, user));
  return {
    async requestEmailVerification({ email }, context) {
      await requestMail(app, requireProject(context), "verify_email", email);
      return {};
    },

    async confirmEmailVerification(request, context) {
      const user = await confirmEmailVerification(app, requireProject(context), request, context.clientIp);
      return { user: await whole(user) };
    },

    async rejectEmailVerification({ token }, context) {
      const accountDeleted = await rejectEmailVerification(
        app,
        requireProject(context),
        token,
        context.clientIp,
      );
      return { accountDeleted };
    },

    async inspectEmailLink({ token }, context) {
      return encodeEmailLink(await inspectEmailLink(app, requireProject(context), token));
    },

    async requestPasswordReset({ email }, context) {
      await requestMail(app, requireProject(context), "reset_password", email);
      return {};
    },

    async confirmPasswordReset(request, context) {
      const { token, newPassword, keepProviders } = request;
      const input = { token, newPassword, keepProviders: keepProviders?.providers };
      await confirmPasswordReset(app, requireProject(context), input, context.clientIp);
      return {};
    },

    async confirmEmailChange({ token }, context) {
      return {
        user: await whole(await confirmEmailChange(app, requireProject(context), token, context.clientIp)),
      };
    },

    async undoEmailChange({ token }, context) {
      const undone = await undoEmailChange(app, requireProject(context), token, context.clientIp);
      return { resetToken: undone.resetToken, user: await whole(undone.user) };
    },

    async requestAccountDeletion({ email }, context) {
      await requestMail(app, requireProject(context), "delete_account", email);
      return {};
    },

    async confirmAccountDeletion({ token }, context) {
      await confirmAccountDeletion(app, requireProject(context), token, context.clientIp);
      return {};
    },
  };
}
