import type { RevokeMySessionRequestJson } from "@svc/proto/svc/auth/v1/auth_pb";
import { Refusal } from "./refusal.ts";
import type { TestRecords } from "./test-records.ts";
import type { TestSession } from "./test-sessions.ts";

export function sessionHandlers({ sessions }: TestRecords) {
  return {
    ListMySessions: (_: object, current: TestSession) => ({
      sessions: sessions.list(current.account).map(({ id, createdAt, lastUsedAt }) => ({
        id,
        device: "test device",
        createdAt: new Date(createdAt).toISOString(),
        lastUsedAt: new Date(lastUsedAt).toISOString(),
        current: id === current.id,
      })),
    }),

    RevokeMySession({ sessionId = "" }: RevokeMySessionRequestJson, { account }: TestSession) {
      const session = sessions.find(sessionId);
      if (session?.account !== account) throw new Refusal("NOT_FOUND", { resource: "session" });
      session.hasEnded = true;
      return {};
    },

    RevokeMyOtherSessions: (_: object, session: TestSession) => ({ ended: sessions.endOthers(session) }),
  };
}
