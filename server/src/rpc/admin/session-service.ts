import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { App } from "../../app.ts";
import { adminDeviceToken } from "../../domain/admins/admin-device.ts";
import { signInAdmin } from "../../domain/admins/sign-in-admin.ts";
import { signOutAdmin } from "../../domain/admins/sign-out-admin.ts";
import { deviceOf } from "../context.ts";
import { clearedAdminCookie, newAdminCookie, newAdminDeviceCookie } from "../guards/admin-cookie.ts";
import type { AdminSessionHandlers } from "../methods/admin-accounts.ts";
import { encodeAdmin, optionalTime } from "./encode-admin.ts";
import { ownSessionHandlers } from "./own-session-handlers.ts";

export function sessionService(app: App): AdminSessionHandlers {
  return {
    async login(request, context) {
      const { admin, token, endsAt } = await signInAdmin(
        app,
        request,
        deviceOf(context),
        context.adminCookie,
      );
      const deviceToken = adminDeviceToken(app, admin, context.knownDevice);
      context.responseHeaders["set-cookie"] = [
        newAdminCookie(app, token),
        newAdminDeviceCookie(app, deviceToken),
      ];
      return { admin: encodeAdmin(admin), sessionExpiresAt: timestampFromMs(endsAt) };
    },

    async logout(_request, context) {
      await signOutAdmin(app, context.adminCookie, context.clientIp);
      context.responseHeaders["set-cookie"] = clearedAdminCookie(app);
      return {};
    },

    async getCurrentAdmin(_request, { admin, adminSession }) {
      return {
        admin: encodeAdmin(admin),
        ...optionalTime("sessionExpiresAt", adminSession?.endsAt),
      };
    },

    ...ownSessionHandlers(app),
  };
}
