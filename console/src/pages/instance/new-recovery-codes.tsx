import { AdminFactorService } from "@svc/proto/svc/admin/v1/admin_factors_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { RecoveryCodes } from "../../components/recovery-codes.tsx";
import { common } from "../../strings/common.ts";
import { twoStep as text } from "../../strings/two-step.ts";

/** Asks, and shows the new codes once. Closing forgets them. */
export function NewRecoveryCodes(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const replace = useAction(AdminFactorService.method.regenerateRecoveryCodes, { failures: "inline" });
  const close = (): void => {
    setOpen(false);
    setCodes(undefined);
    replace.reset();
  };
  const go = async (): Promise<void> => setCodes((await replace.run({}))?.recoveryCodes);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text.newCodes}</Button>
      <Dialog
        description={codes ? text.codesText : text.newCodesText}
        isOpen={isOpen}
        onClose={close}
        title={codes ? text.codesTitle : text.newCodesTitle}
      >
        {codes ? (
          <RecoveryCodes codes={codes} />
        ) : (
          <div className="space-y-4">
            {replace.failure && <ErrorNotice failure={replace.failure} />}
            <div className="flex flex-wrap justify-end gap-2">
              <Button onClick={close}>{common.cancel}</Button>
              <Button isBusy={replace.isRunning} onClick={() => void go()} variant="primary">
                {text.newCodesAction}
              </Button>
            </div>
          </div>
        )}
      </Dialog>
    </>
  );
}
