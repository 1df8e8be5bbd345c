import { useQuery } from "@connectrpc/connect-query";
import { type AdminSession, SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import type { ReactNode } from "react";
import { useAction } from "../../api/use-action.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { instance as text } from "../../strings/instance.ts";
import { deviceName } from "../user/device-name.ts";

export function OwnSessions(): ReactNode {
  const query = useQuery(SessionService.method.listMySessions, {});
  return (
    <Card description={text.sessionsText} isFlush title={text.sessions}>
      <Loaded query={query}>
        {({ sessions }) => (
          <ul aria-label={text.sessions} className="divide-y divide-line">
            {sessions.map((session) => (
              <SessionLine key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function SessionLine({ session }: { session: AdminSession }): ReactNode {
  const end = useAction(SessionService.method.revokeMySession, { done: () => text.sessionEnded });
  const device = deviceName(session.userAgent);
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium" title={session.userAgent}>
            {device}
          </span>
          {session.current && <Badge tone="accent">{text.thisSession}</Badge>}
        </p>
        <p className="text-xs text-muted">
          {text.sessionUsed} <RelativeTime at={session.lastUsedAt} /> · {text.sessionOpened}{" "}
          <RelativeTime at={session.createdAt} /> · <span className="font-mono">{session.ip}</span>
        </p>
      </div>
      {!session.current && (
        <Button
          aria-label={text.endSessionOf(device)}
          isBusy={end.isRunning}
          onClick={() => void end.run({ sessionId: session.id })}
        >
          {text.endSession}
        </Button>
      )}
    </li>
  );
}
