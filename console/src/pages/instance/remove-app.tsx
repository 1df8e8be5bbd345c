import { AdminFactorService } from "@svc/proto/svc/admin/v1/admin_factors_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { twoStep as text } from "../../strings/two-step.ts";

export function RemoveApp(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const remove = useAction(AdminFactorService.method.removeTotp, {
    done: () => text.removed,
    failures: "inline",
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text.remove}</Button>
      <ConfirmDialog
        action={text.remove}
        description={text.removeText}
        failure={remove.failure}
        isBusy={remove.isRunning}
        isOpen={isOpen}
        onClose={() => {
          setOpen(false);
          remove.reset();
        }}
        onConfirm={async () => {
          if (await remove.run({})) setOpen(false);
        }}
        title={text.removeTitle}
      />
    </>
  );
}
