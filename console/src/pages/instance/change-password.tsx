import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { type FormEvent, type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Card } from "../../components/page.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { Username } from "../../components/username.tsx";
import { instance as text } from "../../strings/instance.ts";

export function ChangePassword(): ReactNode {
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const change = useAction(AdminAccountService.method.changePassword, {
    done: () => text.passwordChanged,
    failures: "inline",
  });
  const { failure } = change;
  const isWrong = failure?.reason === "INVALID_CREDENTIALS";
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const isDone = await change.run({ currentPassword, newPassword });
    setCurrent("");
    if (isDone) setNew("");
  };
  return (
    <Card description={text.ownPasswordText} title={text.ownPassword}>
      <form className="max-w-md space-y-4" onSubmit={submit}>
        <Username />
        <PasswordField
          autoComplete="current-password"
          label={text.currentPassword}
          onChange={setCurrent}
          required
          value={currentPassword}
        />
        <PasswordField
          autoComplete="new-password"
          hint={text.newPasswordHint}
          label={text.newPassword}
          onChange={setNew}
          required
          value={newPassword}
        />
        {failure && <ErrorNotice failure={isWrong ? { ...failure, text: text.wrongPassword } : failure} />}
        <Button isBusy={change.isRunning} type="submit">
          {text.changePassword}
        </Button>
      </form>
    </Card>
  );
}
