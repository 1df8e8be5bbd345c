import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { usePasswordPrompt } from "../api/reauthentication.ts";
import { useAction } from "../api/use-action.ts";
import { common } from "../strings/common.ts";
import { reauthentication as text } from "../strings/reauthentication.ts";
import { Button, IconButton } from "./button.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { PasswordField } from "./password-field.tsx";
import { Username } from "./username.tsx";

/** Asks for the password over whatever is on screen, when a call needs a recent sign-in. */
export function PasswordPrompt(): ReactNode {
  const question = usePasswordPrompt();
  if (!question) return null;
  return createPortal(
    <PasswordDialog onDecline={() => question.answer(false)} onProven={() => question.answer(true)} />,
    document.body,
  );
}

type Answers = { onProven: () => void; onDecline: () => void };

/** The browser's own dialog: over another one that is open, only it keeps that one's hands off the focus. */
function PasswordDialog({ onProven, onDecline }: Answers): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>("[type=password]")?.focus(); // not the button to close, which comes first
    return () => element?.close(); // gives the focus back
  }, []);
  return (
    <dialog
      aria-describedby={`${id}-text`}
      aria-labelledby={`${id}-title`}
      className="popup m-auto w-[min(30rem,calc(100vw-2rem))] text-ink backdrop:bg-shade"
      onCancel={(event) => {
        event.preventDefault();
        onDecline();
      }}
      onKeyDown={(event) => event.stopPropagation()} // the palette, and dialogs below
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault(); // the focus goes back to where it was, not to what lies there
        onDecline();
      }}
      ref={dialog}
    >
      <div className="space-y-4 px-5 py-4">
        <header className="flex items-start gap-4">
          <div className="min-w-0 flex-1 space-y-1">
            <h2 className="text-base font-semibold" id={`${id}-title`}>
              {text.title}
            </h2>
            <p className="text-muted" id={`${id}-text`}>
              {text.description}
            </p>
          </div>
          <IconButton className="-mt-1 -mr-2" icon="close" label={common.close} onClick={onDecline} />
        </header>
        <PasswordForm onDecline={onDecline} onProven={onProven} />
      </div>
    </dialog>
  );
}

function PasswordForm({ onProven, onDecline }: Answers): ReactNode {
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
  );
}
