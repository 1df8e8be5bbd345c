import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Timestamp, timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { AdminSchema } from "@svc/proto/svc/admin/v1/admin_pb";
import type { App } from "../../app.ts";
import { adminDeviceToken } from "../../domain/admins/admin-device.ts";
import { rolesOf } from "../../domain/admins/list-admins.ts";
import type { SignedInAdmin } from "../../domain/admins/sign-in-admin.ts";
import type { OwnSiteCall } from "../context.ts";
import { newAdminCookie, newAdminDeviceCookie } from "../guards/admin-cookie.ts";
import { encodeAdmin } from "./encode-admin.ts";

/** Hands the session and a device token to the browser. */
export async function admitted(
  app: App,
  context: OwnSiteCall,
  { admin, token, endsAt }: SignedInAdmin,
): Promise<{ admin: MessageInitShape<typeof AdminSchema>; sessionExpiresAt: Timestamp }> {
  const deviceToken = adminDeviceToken(app, admin, context.knownDevice);
  context.responseHeaders["set-cookie"] = [
    newAdminCookie(app, token),
    newAdminDeviceCookie(app, deviceToken),
  ];
  const roles = await rolesOf(app, admin.id);
  return { admin: encodeAdmin(admin, roles), sessionExpiresAt: timestampFromMs(endsAt) };
}
