import {
  InstanceSettingsService,
  type LeftMail,
  type OutgoingMail,
  OutgoingMailState,
} from "@svc/proto/svc/admin/v1/instance_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { instance as text } from "../../strings/instance.ts";

/** What can be done with one email: try it again unless it was sent, and cancel it while it waits. */
export function MailActions({ mail }: { mail: OutgoingMail }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const retry = useAction(InstanceSettingsService.method.retryOutgoingMails, {
    done: ({ mails, left }) => (mails > 0 ? text.retried(mails) : leftText(left)),
  });
  const cancel = useAction(InstanceSettingsService.method.cancelOutgoingMails, {
    done: ({ mails, left }) => (mails > 0 ? text.mailCancelled(mail.recipient) : leftText(left)),
    failures: "inline",
  });
  const ids = [mail.id];
  const isWaiting = mail.state === OutgoingMailState.WAITING;
  if (mail.state === OutgoingMailState.SENT) return null;
  return (
    <div className="flex flex-wrap justify-end gap-1">
      <Button
        aria-label={text.retryMailTo(mail.recipient)}
        isBusy={retry.isRunning}
        onClick={() => void retry.run({ ids })}
        variant="ghost"
      >
        {text.retryMail}
      </Button>
      {isWaiting && (
        <Button
          aria-label={text.cancelMailTo(mail.recipient)}
          onClick={() => setAsking(true)}
          variant="ghost"
        >
          {text.cancelMail}
        </Button>
      )}
      <ConfirmDialog
        action={text.cancelMail}
        description={text.cancelMailText}
        failure={cancel.failure}
        isBusy={cancel.isRunning}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          if (await cancel.run({ ids })) setAsking(false);
        }}
        title={text.cancelMailTitle(mail.recipient)}
      />
    </div>
  );
}

function leftText([mail]: readonly LeftMail[]): string {
  return text.mailLeft[mail?.why ?? ""] ?? text.mailUnchanged;
}
