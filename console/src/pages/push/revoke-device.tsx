import { type PushDevice, PushService } from "@svc/proto/svc/admin/v1/push_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { push as text } from "../../strings/push.ts";
import { modelOf } from "./device-labels.ts";

export function RevokeDevice({ project, device }: { project: string; device: PushDevice }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const name = modelOf(device);
  const revoke = useAction(PushService.method.revokePushDevice, {
    done: () => text.revoked(name),
    failures: "inline",
  });
  const go = async (): Promise<void> => {
    if (await revoke.run({ project, deviceId: device.id })) setAsking(false);
  };
  return (
    <>
      {/* Above the link that covers the row of a table. */}
      <Button
        needs="support"
        aria-label={text.revokeOf(name)}
        className="relative z-10"
        onClick={() => setAsking(true)}
      >
        {text.revoke}
      </Button>
      <ConfirmDialog
        action={text.revoke}
        description={text.revokeText}
        failure={revoke.failure}
        isBusy={revoke.isRunning}
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          revoke.reset();
        }}
        onConfirm={() => void go()}
        title={text.revokeTitle(name)}
      />
    </>
  );
}
