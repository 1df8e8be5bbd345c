import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import type {
  ConfirmEmailChangeRequest,
  ConfirmEmailVerificationRequest,
} from "@svc/proto/svc/auth/v1/auth_pb";
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
import { languagesOf } from "../context.ts";
import type { AuthHandlers } from "../methods/auth.ts";
import { encodeEmailLink, encodeUser } from "./encode.ts";

/** RPCs that need no session: they request mailed links or redeem them. */
export function emailLinkHandlers(app: App): AuthHandlers {
  const whole = async (user: User) => encodeUser(user, await identitiesOf(app, user));
  return {
    async requestEmailVerification({ email, locale }, context) {
      const asked = languagesOf(context, locale);
      await requestMail(app, context.project, "verify_email", { email, asked });
      return {};
    },

    async confirmEmailVerification(request, { project, clientIp: ip, userAgent }) {
      const input = decodeReview(request);
      const user = await confirmEmailVerification(app, project, input, { ip, userAgent });
      return { user: await whole(user) };
    },

    async rejectEmailVerification({ token }, { project, clientIp: ip, userAgent }) {
      return { accountDeleted: await rejectEmailVerification(app, project, token, { ip, userAgent }) };
    },

    async inspectEmailLink({ token }, { project }) {
      return encodeEmailLink(await inspectEmailLink(app, project, token));
    },

    async requestPasswordReset({ email, locale }, context) {
      const asked = languagesOf(context, locale);
      await requestMail(app, context.project, "reset_password", { email, asked });
      return {};
    },

    async confirmPasswordReset(request, context) {
      const { project, clientIp: ip, userAgent } = context;
      const { token, newPassword } = request;
      const keepProviders = request.keepProviders?.providers;
      const keepPasskeys = request.keepPasskeys?.passkeyIds;
      const asked = languagesOf(context, "");
      const input = { token, newPassword, keepProviders, keepPasskeys, asked };
      await confirmPasswordReset(app, project, input, { ip, userAgent });
      return {};
    },

    async confirmEmailChange(request, { project, clientIp: ip, userAgent }) {
      const input = decodeReview(request);
      return { user: await whole(await confirmEmailChange(app, project, input, { ip, userAgent })) };
    },

    async undoEmailChange({ token }, { project, clientIp: ip, userAgent }) {
      const undone = await undoEmailChange(app, project, token, { ip, userAgent });
      return { resetToken: undone.resetToken, user: await whole(undone.user) };
    },

    async requestAccountDeletion({ email, locale }, context) {
      const asked = languagesOf(context, locale);
      await requestMail(app, context.project, "delete_account", { email, asked });
      return {};
    },

    async confirmAccountDeletion({ token }, { project, clientIp: ip, userAgent }) {
      const dueAt = await confirmAccountDeletion(app, project, token, { ip, userAgent });
      return dueAt === null ? {} : { deletionTime: timestampFromMs(dueAt) };
    },
  };
}

function decodeReview(request: ConfirmEmailVerificationRequest | ConfirmEmailChangeRequest) {
  const { token, removeProviders, removePasskeys, removeTotp, listed } = request;
  const totpEnrolledAt = listed?.totpEnrolledAt && timestampMs(listed.totpEnrolledAt);
  return {
    ...{ token, removeProviders, removePasskeys, removeTotp },
    listed: listed && { providers: listed.providers, passkeyIds: listed.passkeyIds, totpEnrolledAt },
  };
}
