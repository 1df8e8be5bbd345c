import { type PushDevice, PushService } from "@svc/proto/svc/admin/v1/push_pb";
import type { ReactNode } from "react";
import { useAction } from "../../api/use-action.ts";
import { ConfirmedButton } from "../../components/confirmed-button.tsx";
import { push as text } from "../../strings/push.ts";
import { modelOf } from "./device-labels.ts";

export function RevokeDevice({ project, device }: { project: string; device: PushDevice }): ReactNode {
  const name = modelOf(device);
  const revoke = useAction(PushService.method.revokePushDevice, {
    done: () => text.revoked(name),
    failures: "inline",
  });
  return (
    <ConfirmedButton
      action={revoke}
      className="relative z-10" // above the link that covers the row of a table
      description={text.revokeText}
      label={text.revoke}
      labelOf={text.revokeOf(name)}
      needs="support"
      onConfirm={() => revoke.run({ project, deviceId: device.id })}
      title={text.revokeTitle(name)}
    />
  );
}
