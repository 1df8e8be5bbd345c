import { useQuery } from "@connectrpc/connect-query";
import { PushService } from "@svc/proto/svc/admin/v1/push_pb";
import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import type { ReactNode } from "react";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { user as text } from "../../strings/user.ts";
import { appOf, modelOf, providerOf } from "../push/device-labels.ts";
import { RevokeDevice } from "../push/revoke-device.tsx";

export function UserPush({ project, user }: { project: string; user: User }): ReactNode {
  const query = useQuery(PushService.method.listPushDevices, { project, userId: user.id });
  return (
    <Card description={text.pushText} isFlush title={text.push}>
      <Loaded query={query}>
        {({ devices }) => (
          <>
            {devices.length === 0 && <p className="p-4 text-muted">{text.noPush}</p>}
            <ul className="divide-y divide-line">
              {devices.map((device) => (
                <li className="flex items-center gap-3 px-4 py-2.5" key={device.id}>
                  <div className="min-w-0 flex-1">
                    <p className="truncate font-medium">{modelOf(device)}</p>
                    <p className="truncate text-xs text-muted">
                      {providerOf(device)} · {appOf(device)} · <RelativeTime at={device.lastRegisteredAt} />
                    </p>
                  </div>
                  <RevokeDevice device={device} project={project} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  );
}
