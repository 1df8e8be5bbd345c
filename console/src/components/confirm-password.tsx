import { useQuery } from "@connectrpc/connect-query";
import { AdminFactorService } from "@svc/proto/svc/admin/v1/admin_factors_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import type { Failure } from "../api/failure.ts";
import { useAction } from "../api/use-action.ts";
import { useOwnPasskey } from "../api/use-own-passkey.ts";
import { common } from "../strings/common.ts";
import { reauthentication as text } from "../strings/reauthentication.ts";
import { Button } from "./button.tsx";
import { CodeField } from "./code-field.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { PasswordField } from "./password-field.tsx";
import { TopDialog } from "./top-dialog.tsx";
import { Username } from "./username.tsx";

type ConfirmProps = { needsFactor: boolean; onProven: () => void; onDecline: () => void };
type Typed = "password" | "code";

/** Asks for the password, or for a factor of those who have one, over whatever is on screen. */
export function ConfirmPassword(props: ConfirmProps): ReactNode {
  const { data, isPending } = useQuery(AdminFactorService.method.getMyFactors, {});
  // Which field it is has to be known before somebody types.
  if (isPending) return null;
  const { totpEnrolledAt, passkeys = 0, required = false } = data?.factors ?? {};
  const hasApp = totpEnrolledAt !== undefined;
  const needsFactor = props.needsFactor || (required && (hasApp || passkeys > 0));
  return <Question {...props} hasApp={hasApp} needsFactor={needsFactor} />;
}

function Question({ needsFactor, hasApp, onProven, onDecline }: ConfirmProps & { hasApp: boolean }) {
  const kind: Typed = hasApp ? "code" : "password";
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const prove = useAction(SessionService.method.reauthenticate, { failures: "inline" });
  const isTyped = hasApp || !needsFactor;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isTyped) return;
    if (await prove.run(kind === "code" ? { totpCode: typed } : { password: typed })) return onProven();
    setTyped("");
    field.current?.focus();
  };
  const passkey = useOwnPasskey();
  const proveWithPasskey = async (): Promise<void> => {
    const credentialJson = await passkey.ask();
    if (credentialJson !== undefined && (await prove.run({ credentialJson }))) onProven();
  };
  const description = descriptionOf({ needsFactor, hasPasskey: passkey.isThere });
  const title = needsFactor ? text.factorTitle : text.title;
  return (
    <TopDialog description={description} onDecline={onDecline} title={title}>
      <form className="space-y-4" onSubmit={submit}>
        <Username />
        {isTyped && <ProofField field={field} kind={kind} onChange={setTyped} value={typed} />}
        {prove.failure && <ErrorNotice failure={withWords(prove.failure)} />}
        <div className="flex flex-wrap justify-end gap-2">
          <div className="mr-auto flex flex-wrap gap-2">
            {passkey.isThere && (
              <Button icon="key" isBusy={passkey.isAsking} onClick={() => void proveWithPasskey()}>
                {text.usePasskey}
              </Button>
            )}
          </div>
          <div className="flex gap-2">
            <Button onClick={onDecline}>{common.cancel}</Button>
            {isTyped && (
              <Button isBusy={prove.isRunning} variant="primary" type="submit">
                {text.confirm}
              </Button>
            )}
          </div>
        </div>
      </form>
    </TopDialog>
  );
}

function ProofField(props: {
  kind: Typed;
  field: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (value: string) => void;
}): ReactNode {
  const { kind, field, value, onChange } = props;
  if (kind === "code") return <CodeField label={text.code} onChange={onChange} ref={field} value={value} />;
  return (
    <PasswordField
      autoComplete="current-password"
      label={text.password}
      onChange={onChange}
      ref={field}
      required
      value={value}
    />
  );
}

function descriptionOf(asked: { needsFactor: boolean; hasPasskey: boolean }): string {
  if (asked.needsFactor) return text.descriptionOfFactor;
  return asked.hasPasskey ? text.descriptionWithPasskey : text.description;
}

function withWords(failure: Failure): Failure {
  if (failure.reason === "INVALID_CREDENTIALS") return { ...failure, text: text.wrong };
  return failure.reason === "MFA_CODE_INVALID" ? { ...failure, text: text.wrongCode } : failure;
}
