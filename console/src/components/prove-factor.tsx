import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import type { Failure } from "../api/failure.ts";
import { askForPasskey, canUsePasskeys } from "../api/passkeys.ts";
import { type Answered, completeSignIn, type SignedIn, startPasskeyLogin } from "../api/sign-in.ts";
import { twoStep as text } from "../strings/two-step.ts";
import { Button } from "./button.tsx";
import { CodeField } from "./code-field.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { TextField } from "./fields.tsx";
import type { SecondStepProps } from "./second-step-props.ts";

const TOTP = "SECOND_FACTOR_TOTP";
const RECOVERY = "SECOND_FACTOR_RECOVERY_CODE";
const PASSKEY = "SECOND_FACTOR_PASSKEY";

type Typed = typeof TOTP | typeof RECOVERY;

/** A code of the app, a recovery code or a passkey. */
export function ProveFactor({ challenge, onSignedIn, onBack }: SecondStepProps): ReactNode {
  const has = (factor: string): boolean => challenge.factors.includes(factor);
  const [kind, setKind] = useState<Typed>(TOTP);
  const [code, setCode] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const field = useRef<HTMLInputElement>(null);

  const settle = ({ answer, failure }: Answered<SignedIn>): void => {
    if (answer) {
      onSignedIn(answer);
      return;
    }
    setBusy(false);
    setCode("");
    setFailure(failure);
    field.current?.focus();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    settle(
      await completeSignIn(challenge.token, kind === TOTP ? { totpCode: code } : { recoveryCode: code }),
    );
  };
  const askPasskey = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const { answer, failure } = await startPasskeyLogin();
    const passkeyJson = answer && (await askForPasskey(answer.optionsJson)).credentialJson;
    if (passkeyJson !== undefined) return settle(await completeSignIn(challenge.token, { passkeyJson }));
    setBusy(false);
    setFailure(failure);
  };
  const choose = (next: Typed): void => {
    setKind(next);
    setCode("");
    setFailure(undefined);
    field.current?.focus();
  };
  return (
    <form className="space-y-4" onSubmit={submit}>
      {has(TOTP) ? (
        <Typing field={field} kind={kind} onChange={setCode} value={code} />
      ) : (
        <p>{text.passkeyText}</p>
      )}
      {failure && <ErrorNotice failure={withWords(failure, kind)} />}
      {has(TOTP) && (
        <Button className="w-full" isBusy={isBusy} type="submit" variant="primary">
          {text.verify}
        </Button>
      )}
      <Others
        kind={kind}
        canRecover={has(RECOVERY)}
        hasPasskey={has(PASSKEY) && canUsePasskeys()}
        isPasskeyOnly={!has(TOTP)}
        onBack={onBack}
        onChoose={choose}
        onPasskey={() => void askPasskey()}
      />
      <p className="text-xs text-muted">
        {has(TOTP) ? text.lost : text.lostPasskey}{" "}
        <code className="font-mono whitespace-nowrap">{text.lostCommand}</code> {text.lostThen}
      </p>
    </form>
  );
}

/** The texts for a proof that was not accepted. */
function withWords(failure: Failure, kind: Typed): Failure {
  if (failure.reason === "PASSKEY_INVALID") return { ...failure, text: text.wrongPasskey };
  if (failure.reason !== "MFA_CODE_INVALID") return failure;
  const wrong = kind === TOTP ? text.wrongCode : text.wrongRecoveryCode;
  return { ...failure, text: failure.more?.attempts_left === "0" ? text.noAttemptsLeft : wrong };
}

function Typing(props: {
  kind: Typed;
  field: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (value: string) => void;
}): ReactNode {
  const { kind, field: ref, value, onChange } = props;
  const wiring = { autoFocus: true, onChange, ref, value };
  if (kind === TOTP) {
    return (
      <>
        <p>{text.proveText}</p>
        <CodeField {...wiring} label={text.code} />
      </>
    );
  }
  return (
    <>
      <p>{text.recoveryText}</p>
      <TextField
        {...wiring}
        autoComplete="off"
        label={text.recoveryCode}
        maxLength={64}
        required
        spellCheck={false}
      />
    </>
  );
}

function Others(props: {
  kind: Typed;
  canRecover: boolean;
  hasPasskey: boolean;
  isPasskeyOnly: boolean;
  onBack: () => void;
  onChoose: (kind: Typed) => void;
  onPasskey: () => void;
}): ReactNode {
  return (
    <div className="space-y-2">
      {props.hasPasskey && (
        <Button
          className="w-full"
          icon="key"
          onClick={props.onPasskey}
          variant={props.isPasskeyOnly ? "primary" : "secondary"}
        >
          {text.usePasskey}
        </Button>
      )}
      {props.kind === TOTP && props.canRecover && (
        <Button className="w-full" onClick={() => props.onChoose(RECOVERY)}>
          {text.useRecovery}
        </Button>
      )}
      {props.kind === RECOVERY && (
        <Button className="w-full" onClick={() => props.onChoose(TOTP)}>
          {text.useApp}
        </Button>
      )}
      <Button className="w-full" onClick={props.onBack} variant="ghost">
        {text.back}
      </Button>
    </div>
  );
}
