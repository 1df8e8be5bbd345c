import type { App } from "../../app.ts";
import { requireProjectNamed } from "../../domain/projects/find-project.ts";
import { cancelUserDeletion } from "../../domain/users/cancel-user-deletion.ts";
import { revokeUserSession } from "../../domain/users/revoke-user-session.ts";
import type { UserScope } from "../../domain/users/scope.ts";
import { sendPasswordReset } from "../../domain/users/send-password-reset.ts";
import { unlinkUserIdentity } from "../../domain/users/unlink-user-identity.ts";
import { type AdminCall, adminActor } from "../context.ts";
import type { AdminUserHandlers } from "../methods/admin-projects.ts";
import { encodeWhole, userHandlers } from "../server/user-handlers.ts";
import { decodeProvider } from "./encode-provider-check.ts";
import { userJobHandlers } from "./user-job-handlers.ts";

export function adminUserService(app: App): AdminUserHandlers {
  const scopeOf = async (request: { project: string }, context: AdminCall): Promise<UserScope> => ({
    project: await requireProjectNamed(app, request.project),
    by: adminActor(context),
    tellsOtherProjects: false,
  });
  return {
    ...userHandlers(app, scopeOf),
    ...userJobHandlers(app, scopeOf),

    async cancelUserDeletion(request, context) {
      const scope = await scopeOf(request, context);
      return encodeWhole(app, await cancelUserDeletion(app, scope, request.userId));
    },

    async revokeUserSession(request, context) {
      const scope = await scopeOf(request, context);
      return { revoked: await revokeUserSession(app, scope, request.userId, request.sessionId) };
    },

    async sendPasswordReset(request, context) {
      await sendPasswordReset(app, await scopeOf(request, context), request.userId);
      return {};
    },

    async unlinkIdentity(request, context) {
      const scope = await scopeOf(request, context);
      const provider = decodeProvider(request.provider);
      return encodeWhole(app, await unlinkUserIdentity(app, scope, request.userId, provider));
    },
  };
}
