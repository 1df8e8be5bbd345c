import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useAction } from "../api/use-action.ts";
import { common } from "../strings/common.ts";
import { reauthentication as text } from "../strings/reauthentication.ts";
import { Button } from "./button.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { PasswordField } from "./password-field.tsx";
import { TopDialog } from "./top-dialog.tsx";
import { Username } from "./username.tsx";

type Answers = { onProven: () => void; onDecline: () => void };

/** Asks for the password over whatever is on screen. */
export function ConfirmPassword({ onProven, onDecline }: Answers): ReactNode {
  const [password, setPassword] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const prove = useAction(SessionService.method.reauthenticate, { failures: "inline" });
  const { failure } = prove;
  const isWrong = failure?.reason === "INVALID_CREDENTIALS";
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await prove.run({ password })) return onProven();
    setPassword("");
    field.current?.focus();
  };
  return (
    <TopDialog description={text.description} onDecline={onDecline} title={text.title}>
      <form className="space-y-4" onSubmit={submit}>
        <Username />
        <PasswordField
          autoComplete="current-password"
          label={text.password}
          onChange={setPassword}
          ref={field}
          required
          value={password}
        />
        {failure && <ErrorNotice failure={isWrong ? { ...failure, text: text.wrong } : failure} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onDecline}>{common.cancel}</Button>
          <Button isBusy={prove.isRunning} variant="primary" type="submit">
            {text.confirm}
          </Button>
        </div>
      </form>
    </TopDialog>
  );
}
