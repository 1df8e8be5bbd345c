import { AdminFactorService, type AdminTotpEnrollment } from "@svc/proto/svc/admin/v1/admin_factors_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { EnrollApp } from "../../components/enroll-app.tsx";
import { RecoveryCodes } from "../../components/recovery-codes.tsx";
import { common } from "../../strings/common.ts";
import { twoStep as text } from "../../strings/two-step.ts";

/** Enrolls an authenticator app and shows the recovery codes once. Closing forgets them and the secret. */
export function SetUpApp({ isReplacement }: { isReplacement: boolean }): ReactNode {
  const [enrollment, setEnrollment] = useState<AdminTotpEnrollment>();
  const [codes, setCodes] = useState<readonly string[]>();
  const start = useAction(AdminFactorService.method.startTotpEnrollment);
  const confirm = useAction(AdminFactorService.method.confirmTotpEnrollment, {
    done: () => text.turnedOn,
    failures: "inline",
  });
  const close = (): void => {
    setEnrollment(undefined);
    setCodes(undefined);
    confirm.reset();
  };
  const open = async (): Promise<void> => setEnrollment((await start.run({}))?.enrollment);
  const send = async (totpCode: string): Promise<void> => {
    const enrollmentToken = enrollment?.enrollmentToken ?? "";
    setCodes((await confirm.run({ enrollmentToken, totpCode }))?.recoveryCodes);
  };
  const title = isReplacement ? text.replaceTitle : text.requiredTitle;
  return (
    <>
      <Button isBusy={start.isRunning} onClick={() => void open()}>
        {isReplacement ? text.replace : text.setUp}
      </Button>
      <Dialog
        description={codes ? text.codesText : undefined}
        isOpen={enrollment !== undefined}
        onClose={close}
        title={codes ? text.codesTitle : title}
      >
        {codes ? (
          <RecoveryCodes codes={codes} />
        ) : (
          enrollment && (
            <EnrollApp
              cancel={<Button onClick={close}>{common.cancel}</Button>}
              enrollment={enrollment}
              failure={confirm.failure}
              isBusy={confirm.isRunning}
              onCode={send}
            />
          )
        )}
      </Dialog>
    </>
  );
}
