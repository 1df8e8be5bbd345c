import type { App } from "../../app.ts";
import { exportUser } from "../../domain/user-data/export-user.ts";
import { createUser, type NewUserInput } from "../../domain/users/create-user.ts";
import { deleteUser } from "../../domain/users/delete-user.ts";
import { disableUser, enableUser } from "../../domain/users/disable-user.ts";
import { clearEmailBounce, markEmailBounced, type NamedMailbox } from "../../domain/users/email-bounce.ts";
import { getUser, wholeUser } from "../../domain/users/get-user.ts";
import { listUsers } from "../../domain/users/list-users.ts";
import { revokeUserSessions } from "../../domain/users/revoke-user-sessions.ts";
import type { UserScope } from "../../domain/users/scope.ts";
import { type UserUpdate, updateUser } from "../../domain/users/update-user.ts";
import { getUserFactors, resetUserFactors } from "../../domain/users/user-factors.ts";
import { listUserPasskeys, removeUserPasskey } from "../../domain/users/user-passkeys.ts";
import type { MaybePromise } from "../../runtime/maybe-promise.ts";
import type { User } from "../../storage/db.ts";
import { encodeFactors } from "../auth/encode-factors.ts";
import { encodePasskey } from "../auth/encode-passkey.ts";
import { encodeSubscription } from "../billing/encode.ts";
import { decodeFilters, decodeOrder, encodeManagedUser } from "./encode.ts";
import { encodeExportPart } from "./encode-user-export.ts";

type ListInput = {
  query: string;
  pageSize: number;
  pageToken: string;
  filters?: Parameters<typeof decodeFilters>[0];
  orderBy: number;
  forExport?: boolean;
};
type ById = { userId: string };

/**
 * User management, the same on the server and the admin surface: they differ only in how a request
 * names its project and in whose name it acts.
 */
export function userHandlers<Named, Context>(
  app: App,
  scopeOf: (request: Named, context: Context) => MaybePromise<UserScope>,
) {
  const whole = (user: User) => encodeWhole(app, user);
  return {
    ...bounceHandlers(app, scopeOf),

    async listUsers(request: Named & ListInput, context: Context) {
      const { project } = await scopeOf(request, context);
      const page = await listUsers(app, project, {
        ...request,
        order: decodeOrder(request.orderBy),
        filter: decodeFilters(request.filters),
      });
      const users = page.items.map(({ user, ...belongings }) => encodeManagedUser(user, belongings));
      return { users, nextPageToken: page.nextPageToken };
    },

    async getUser(request: Named & ById & { email: string }, context: Context) {
      const { user, ...belongings } = await getUser(app, await scopeOf(request, context), request);
      return { user: encodeManagedUser(user, belongings) };
    },

    async createUser(request: Named & NewUserInput, context: Context) {
      const { user, isBanLifted } = await createUser(app, await scopeOf(request, context), request);
      return { ...(await whole(user)), banLifted: isBanLifted };
    },

    async updateUser(request: Named & ById & UserUpdate, context: Context) {
      return whole(await updateUser(app, await scopeOf(request, context), request.userId, request));
    },

    async disableUser(request: Named & ById, context: Context) {
      return whole(await disableUser(app, await scopeOf(request, context), request.userId));
    },

    async enableUser(request: Named & ById, context: Context) {
      return whole(await enableUser(app, await scopeOf(request, context), request.userId));
    },

    async deleteUser(request: Named & ById, context: Context) {
      const scope = await scopeOf(request, context);
      const goingOn = await deleteUser(app, scope, request.userId);
      return { activeStoreSubscriptions: goingOn.map((row) => encodeSubscription(scope.project, row)) };
    },

    async revokeUserSessions(request: Named & ById, context: Context) {
      return {
        revokedSessions: await revokeUserSessions(app, await scopeOf(request, context), request.userId),
      };
    },

    async listUserPasskeys(request: Named & ById, context: Context) {
      const passkeys = await listUserPasskeys(app, await scopeOf(request, context), request.userId);
      return { passkeys: passkeys.map(encodePasskey) };
    },

    async removeUserPasskey(request: Named & ById & { passkeyId: string }, context: Context) {
      await removeUserPasskey(app, await scopeOf(request, context), request);
      return {};
    },

    async getUserFactors(request: Named & ById, context: Context) {
      const factors = await getUserFactors(app, await scopeOf(request, context), request.userId);
      return { factors: encodeFactors(factors) };
    },

    async resetUserFactors(request: Named & ById, context: Context) {
      const left = await resetUserFactors(app, await scopeOf(request, context), request.userId);
      return { factors: encodeFactors(left) };
    },

    async exportUser(request: Named & ById & { pageToken: string }, context: Context) {
      const scope = await scopeOf(request, context);
      const part = await exportUser(app, scope, request);
      return { part: encodeExportPart(scope.project, part), nextPageToken: part.nextPageToken };
    },
  };
}

function bounceHandlers<Named, Context>(
  app: App,
  scopeOf: (request: Named, context: Context) => MaybePromise<UserScope>,
) {
  return {
    async markEmailBounced(request: Named & NamedMailbox & { reason: string }, context: Context) {
      return encodeWhole(app, await markEmailBounced(app, await scopeOf(request, context), request));
    },

    async clearEmailBounce(request: Named & NamedMailbox, context: Context) {
      return encodeWhole(app, await clearEmailBounce(app, await scopeOf(request, context), request));
    },
  };
}

/** A user after a change, with what belongs to them. */
export async function encodeWhole(app: App, changed: User) {
  const { user, ...belongings } = await wholeUser(app, changed);
  return { user: encodeManagedUser(user, belongings) };
}
