import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import type { App } from "../../app.ts";
import { adminDeviceToken } from "../../domain/admins/admin-device.ts";
import { signInAdmin } from "../../domain/admins/sign-in-admin.ts";
import { signOutAdmin } from "../../domain/admins/sign-out-admin.ts";
import { deviceOf, requireAdmin } from "../context.ts";
import { clearedAdminCookie, newAdminCookie, newAdminDeviceCookie } from "../guards/admin-cookie.ts";
import type { Handlers } from "../route.ts";
import { encodeAdmin, optionalTime } from "./encode-admin.ts";
import { ownSessionHandlers } from "./own-session-handlers.ts";

export function sessionService(app: App): Handlers<typeof SessionService> {
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

    async getCurrentAdmin(_request, context) {
      return {
        admin: encodeAdmin(requireAdmin(context)),
        ...optionalTime("sessionExpiresAt", context.adminSession?.endsAt),
      };
    },

    ...ownSessionHandlers(app),
  };
}
