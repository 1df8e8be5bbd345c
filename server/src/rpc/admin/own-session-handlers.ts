import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import type { App } from "../../app.ts";
import { endOwnSession, listOwnSessions } from "../../domain/admins/own-sessions.ts";
import { reauthenticate } from "../../domain/admins/reauthenticate.ts";
import { adminActor, requireAdmin, requireAdminSession } from "../context.ts";
import type { Handlers } from "../route.ts";
import { encodeAdminSession } from "./encode-admin.ts";

/** What administrators do with their own sessions, beyond signing in and out. */
export function ownSessionHandlers(
  app: App,
): Pick<Handlers<typeof SessionService>, "reauthenticate" | "listMySessions" | "revokeMySession"> {
  return {
    async reauthenticate({ password }, context) {
      const session = requireAdminSession(context);
      const until = await reauthenticate(app, requireAdmin(context), session, password, adminActor(context));
      return { validUntil: timestampFromMs(until) };
    },

    async listMySessions(_request, context) {
      const sessions = await listOwnSessions(app, requireAdmin(context));
      return { sessions: sessions.map((session) => encodeAdminSession(session, context.adminSession)) };
    },

    async revokeMySession({ sessionId }, context) {
      await endOwnSession(app, requireAdmin(context), sessionId, adminActor(context));
      return {};
    },
  };
}
