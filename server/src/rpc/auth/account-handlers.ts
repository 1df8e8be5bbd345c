import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { App } from "../../app.ts";
import { changePassword } from "../../domain/accounts/change-password.ts";
import { deleteAccount } from "../../domain/accounts/delete-account.ts";
import { requestEmailChange } from "../../domain/accounts/email-change.ts";
import { identitiesOf } from "../../domain/accounts/identities-of.ts";
import { updateProfile } from "../../domain/accounts/update-profile.ts";
import { deviceTokenFor } from "../../domain/sessions/user-device.ts";
import type { User } from "../../storage/db.ts";
import { encodeSubscription } from "../billing/encode.ts";
import { languagesOf } from "../context.ts";
import type { AuthHandlers } from "../methods/auth.ts";
import { encodeUser } from "./encode.ts";

/** What signed-in users do with their account: profile, password, address, deletion. */
export function accountHandlers(app: App): AuthHandlers {
  const whole = async (user: User) => encodeUser(user, await identitiesOf(app, user));
  return {
    getMe(_request, { signedIn }) {
      return { user: encodeUser(signedIn.user, signedIn.identities) };
    },

    async updateMe(request, { project, signedIn, clientIp: ip, userAgent }) {
      return { user: await whole(await updateProfile(app, project, signedIn, request, { ip, userAgent })) };
    },

    async changePassword(request, { project, signedIn, clientIp: ip, userAgent }) {
      const user = await changePassword(app, project, signedIn, request, { ip, userAgent });
      return { deviceToken: deviceTokenFor(app, project, user) };
    },

    async requestEmailChange(request, context) {
      const input = { ...request, asked: languagesOf(context, request.locale) };
      await requestEmailChange(app, context.project, context.signedIn, input);
      return {};
    },

    async deleteAccount({ currentPassword }, { project, signedIn, clientIp: ip, userAgent }) {
      const ended = await deleteAccount(app, project, signedIn, currentPassword, { ip, userAgent });
      return {
        activeStoreSubscriptions: ended.continuing.map((row) => encodeSubscription(project, row)),
        ...(ended.deletionDueAt !== null && { deletionTime: timestampFromMs(ended.deletionDueAt) }),
      };
    },
  };
}
