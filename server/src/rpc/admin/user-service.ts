import type { App } from "../../app.ts";
import { requireProjectNamed } from "../../domain/projects/find-project.ts";
import { cancelUserDeletion } from "../../domain/users/cancel-user-deletion.ts";
import { getUser } from "../../domain/users/get-user.ts";
import { recordListExport } from "../../domain/users/record-list-export.ts";
import { revokeUserSession } from "../../domain/users/revoke-user-session.ts";
import type { UserScope } from "../../domain/users/scope.ts";
import { sendPasswordReset } from "../../domain/users/send-password-reset.ts";
import { sendVerificationEmail } from "../../domain/users/send-verification-email.ts";
import { signInPausedUntil } from "../../domain/users/sign-in-paused-until.ts";
import { unlinkUserIdentity } from "../../domain/users/unlink-user-identity.ts";
import { type AdminCall, adminActor } from "../context.ts";
import type { AdminUserHandlers } from "../methods/admin-projects.ts";
import { decodeFilters, encodeManagedUser } from "../server/encode.ts";
import { encodeWhole, userHandlers } from "../server/user-handlers.ts";
import { optionalTime } from "./encode-admin.ts";
import { decodeProvider } from "./encode-provider-check.ts";
import { userJobHandlers } from "./user-job-handlers.ts";

export function adminUserService(app: App): AdminUserHandlers {
  const scopeOf = async (request: { project: string }, context: AdminCall): Promise<UserScope> => ({
    project: await requireProjectNamed(app, request.project),
    by: adminActor(context),
    tellsOtherProjects: false,
  });
  const handlers = userHandlers(app, scopeOf);
  return {
    ...handlers,
    ...userJobHandlers(app, scopeOf),

    async cancelUserDeletion(request, context) {
      const scope = await scopeOf(request, context);
      return encodeWhole(app, await cancelUserDeletion(app, scope, request.userId));
    },

    async listUsers(request, context) {
      if (request.forExport) {
        const filter = decodeFilters(request.filters);
        await recordListExport(app, await scopeOf(request, context), { ...request, filter });
      }
      return handlers.listUsers(request, context);
    },

    async getUser(request, context) {
      const scope = await scopeOf(request, context);
      const { user, ...belongings } = await getUser(app, scope, request);
      const pausedUntil = await signInPausedUntil(app, user);
      return {
        user: encodeManagedUser(user, belongings),
        ...optionalTime("disabledAt", user.disabledAt ?? undefined),
        ...optionalTime("signInPausedUntil", pausedUntil),
      };
    },

    async revokeUserSession(request, context) {
      const scope = await scopeOf(request, context);
      return { revoked: await revokeUserSession(app, scope, request.userId, request.sessionId) };
    },

    async sendPasswordReset(request, context) {
      await sendPasswordReset(app, await scopeOf(request, context), request.userId);
      return {};
    },

    async sendVerificationEmail(request, context) {
      await sendVerificationEmail(app, await scopeOf(request, context), request.userId);
      return {};
    },

    async unlinkIdentity(request, context) {
      const scope = await scopeOf(request, context);
      const provider = decodeProvider(request.provider);
      return encodeWhole(app, await unlinkUserIdentity(app, scope, request.userId, provider));
    },
  };
}
