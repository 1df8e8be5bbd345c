import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { type FormEvent, type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useRequestedAction } from "../../app/requested-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { TextField } from "../../components/fields.tsx";
import { common } from "../../strings/common.ts";
import { instance as text } from "../../strings/instance.ts";

export function InviteAdmin(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  useRequestedAction("invite-admin", () => setOpen(true));
  const close = (): void => setOpen(false);
  return (
    <>
      <Button icon="plus" onClick={() => setOpen(true)}>
        {text.invite}
      </Button>
      <Dialog description={text.inviteText} isOpen={isOpen} onClose={close} title={text.inviteTitle}>
        <InviteForm onClose={close} />
      </Dialog>
    </>
  );
}

function InviteForm({ onClose }: { onClose: () => void }): ReactNode {
  const [email, setEmail] = useState("");
  const invite = useAction(AdminAccountService.method.inviteAdmin, {
    done: ({ invite }) => text.invited(invite?.email ?? ""),
    failures: "inline",
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await invite.run({ email })) onClose();
  };
  return (
    <form className="space-y-4" onSubmit={submit}>
      <TextField
        autoComplete="off"
        autoFocus
        label={text.email}
        onChange={setEmail}
        required
        type="email"
        value={email}
      />
      {invite.failure && <ErrorNotice failure={invite.failure} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button isBusy={invite.isRunning} variant="primary" type="submit">
          {text.inviteSubmit}
        </Button>
      </div>
    </form>
  );
}
