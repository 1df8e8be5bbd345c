import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { App } from "../../app.ts";
import { endOwnSession, listOwnSessions } from "../../domain/admins/own-sessions.ts";
import { reauthenticate } from "../../domain/admins/reauthenticate.ts";
import { adminActor } from "../context.ts";
import type { AdminSessionHandlers } from "../methods/admin-accounts.ts";
import { encodeAdminSession } from "./encode-admin.ts";

/** What administrators do with their own sessions, beyond signing in and out. */
export function ownSessionHandlers(
  app: App,
): Pick<AdminSessionHandlers, "reauthenticate" | "listMySessions" | "revokeMySession"> {
  return {
    async reauthenticate(proof, context) {
      const { admin, adminSession } = context;
      const until = await reauthenticate(app, admin, adminSession, proof, adminActor(context));
      return { validUntil: timestampFromMs(until) };
    },

    async listMySessions(_request, { admin, adminSession }) {
      const sessions = await listOwnSessions(app, admin);
      return { sessions: sessions.map((session) => encodeAdminSession(session, adminSession)) };
    },

    async revokeMySession({ sessionId }, context) {
      await endOwnSession(app, context.admin, sessionId, adminActor(context));
      return {};
    },
  };
}
