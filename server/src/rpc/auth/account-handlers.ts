import type { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import type { App } from "../../app.ts";
import { changePassword } from "../../domain/accounts/change-password.ts";
import { deleteAccount } from "../../domain/accounts/delete-account.ts";
import { requestEmailChange } from "../../domain/accounts/email-change.ts";
import { identitiesOf } from "../../domain/accounts/identities-of.ts";
import { updateProfile } from "../../domain/accounts/update-profile.ts";
import { deviceTokenFor } from "../../domain/sessions/user-device.ts";
import { andThen } from "../../runtime/maybe-promise.ts";
import type { User } from "../../storage/db.ts";
import { encodeSubscription } from "../billing/encode.ts";
import { requireProject, requireSignedIn } from "../context.ts";
import type { Handlers } from "../route.ts";
import { encodeUser } from "./encode.ts";

/** What signed-in users do with their account: profile, password, address, deletion. */
export function accountHandlers(app: App): Handlers<typeof AuthService> {
  const whole = async (user: User) => encodeUser(user, await identitiesOf(app, user));
  return {
    getMe(_request, context) {
      const { user, hasIdentities } = requireSignedIn(context);
      return andThen(hasIdentities ? whole(user) : encodeUser(user, []), (user) => ({ user }));
    },

    async updateMe(request, context) {
      return {
        user: await whole(
          await updateProfile(app, requireProject(context), requireSignedIn(context), request),
        ),
      };
    },

    async changePassword(request, context) {
      const project = requireProject(context);
      const user = await changePassword(app, project, requireSignedIn(context), request, context.clientIp);
      return { deviceToken: deviceTokenFor(app, project, user) };
    },

    async requestEmailChange(request, context) {
      await requestEmailChange(app, requireProject(context), requireSignedIn(context), request);
      return {};
    },

    async deleteAccount({ currentPassword }, context) {
      const signedIn = requireSignedIn(context);
      const project = requireProject(context);
      const goingOn = await deleteAccount(app, project, signedIn, currentPassword, context.clientIp);
      return { activeStoreSubscriptions: goingOn.map((row) => encodeSubscription(project, row)) };
    },
  };
}
