import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { Failure } from "../api/failure.ts";
import type { Enrollment } from "../api/sign-in.ts";
import { twoStep as text } from "../strings/two-step.ts";
import { Button, buttonClass } from "./button.tsx";
import { CodeField } from "./code-field.tsx";
import { CopyButton } from "./copy-button.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { QrCode } from "./qr-code.tsx";

/** Shows the code to scan, and asks for the first digits of the app. */
export function EnrollApp({
  enrollment: { uri, secret },
  failure,
  isBusy,
  cancel,
  onCode,
}: {
  enrollment: Pick<Enrollment, "uri" | "secret">;
  failure: Failure | undefined;
  isBusy: boolean;
  /** The button to leave. */
  cancel: ReactNode;
  onCode: (code: string) => Promise<void>;
}): ReactNode {
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    await onCode(code);
    setCode("");
    field.current?.focus();
  };
  return (
    <form className="space-y-4" onSubmit={submit}>
      <p>{text.scan}</p>
      <QrCode label={text.qr} text={uri} />
      <a className={`${buttonClass()} w-full sm:hidden`} href={uri}>
        {text.openApp}
      </a>
      <div>
        <p className="mb-1 text-xs font-medium">{text.secret}</p>
        <div className="flex items-center gap-2">
          <code
            className="min-w-0 flex-1 rounded-md bg-sunken p-2 font-mono text-xs text-balance"
            data-testid="totp-secret"
          >
            {secret.match(/.{1,4}/g)?.join(" ")}
          </code>
          <CopyButton isSmall text={secret} />
        </div>
      </div>
      <CodeField autoFocus label={text.codeOfApp} onChange={setCode} ref={field} value={code} />
      {failure && <ErrorNotice failure={withWords(failure)} />}
      <div className="flex flex-wrap justify-end gap-2">
        {cancel}
        <Button isBusy={isBusy} type="submit" variant="primary">
          {text.turnOn}
        </Button>
      </div>
    </form>
  );
}

/** The text for a code of the app that was not accepted. */
function withWords(failure: Failure): Failure {
  if (failure.reason !== "MFA_CODE_INVALID") return failure;
  return { ...failure, text: failure.more?.attempts_left === "0" ? text.noAttemptsLeft : text.wrongCode };
}
