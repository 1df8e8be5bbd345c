import { type AdminPasskey, SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { type ReactNode, useState } from "react";
import { problemOf } from "../../api/failure.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { TextField } from "../../components/fields.tsx";
import { ownPasskeys as text } from "../../strings/own-passkeys.ts";

export function RenamePasskey({ passkey }: { passkey: AdminPasskey }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const rename = useAction(SessionService.method.renameMyPasskey, {
    done: () => text.renamed,
    failures: "inline",
  });
  const problem = problemOf(rename.failure, "name");
  return (
    <>
      <Button
        aria-label={text.renameOf(passkey.name)}
        onClick={() => {
          setName(passkey.name);
          rename.reset();
          setOpen(true);
        }}
      >
        {text.rename}
      </Button>
      <ConfirmDialog
        action={text.save}
        description={text.renameText}
        failure={problem === undefined ? rename.failure : undefined}
        isBusy={rename.isRunning}
        isDangerous={false}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          if (await rename.run({ passkeyId: passkey.id, name })) setOpen(false);
        }}
        title={text.renameTitle}
      >
        <TextField
          autoComplete="off"
          autoFocus
          label={text.name}
          maxLength={100}
          onChange={setName}
          problem={problem}
          required
          value={name}
        />
      </ConfirmDialog>
    </>
  );
}
