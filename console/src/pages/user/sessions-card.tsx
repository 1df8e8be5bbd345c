import type { User, UserSession } from "@svc/proto/svc/admin/v1/user_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import type { ReactNode } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { methodNames, user as text } from "../../strings/user.ts";
import { deviceName } from "./device-name.ts";

export function SessionsCard({ project, user }: { project: string; user: User }): ReactNode {
  return (
    <Card description={text.sessionsText} isFlush title={text.sessions}>
      {user.sessions.length === 0 && <p className="p-4 text-muted">{text.noSessions}</p>}
      <ul className="divide-y divide-line">
        {user.sessions.map((session) => (
          <SessionLine key={session.id} project={project} session={session} userId={user.id} />
        ))}
      </ul>
    </Card>
  );
}

function SessionLine(props: { project: string; userId: string; session: UserSession }): ReactNode {
  const { project, userId, session } = props;
  const revoke = useAction(UserService.method.revokeUserSession, {
    done: ({ revoked }) => (revoked ? text.revokedOne : text.revokedBefore),
  });
  const device = deviceName(session.device);
  const method = methodNames[session.method] ?? session.method;
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={session.device}>
          {device}
        </p>
        <p className="text-xs text-muted">
          {text.used} <RelativeTime at={session.lastUsedAt} /> · {text.signedIn}{" "}
          <RelativeTime at={session.createdAt} /> {method && text.by(method)}
          {session.ip && (
            <>
              {" · "}
              <span className="font-mono">{session.ip}</span>
            </>
          )}
        </p>
      </div>
      <Button
        needs="support"
        aria-label={text.revokeOneOf(device)}
        isBusy={revoke.isRunning}
        onClick={() => void revoke.run({ project, userId, sessionId: session.id })}
      >
        {text.revokeOne}
      </Button>
    </li>
  );
}
