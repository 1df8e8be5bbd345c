import { type FormEvent, lazy, type ReactNode, Suspense, useRef, useState } from "react";
import type { Failure } from "../api/failure.ts";
import { type SignedIn, type SignInChallenge, signInAdmin } from "../api/sign-in.ts";
import { signIn as text } from "../strings/sign-in.ts";
import { ErrorNotice } from "./error-notice.tsx";
import { TextField } from "./fields.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { PasswordField } from "./password-field.tsx";

/** Fetched when somebody needs it. */
const SecondStep = lazy(async () => ({ default: (await import("./second-step.tsx")).SecondStep }));

/** Address and password of an administrator, or a passkey; then the second step where one is due. What stands below the fields, with the button, is the caller's. */
export function SignInForm({
  email: knownEmail = "",
  onSignedIn,
  onSecondStep,
  children,
}: {
  email?: string | undefined;
  onSignedIn: (signedIn: SignedIn) => void;
  onSecondStep?: (isSecondStep: boolean) => void;
  children: (isBusy: boolean) => ReactNode;
}): ReactNode {
  const [email, setEmail] = useState(knownEmail);
  const [password, setPassword] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [challenge, setChallenge] = useState<SignInChallenge>();
  const passwordInput = useRef<HTMLInputElement>(null);
  const goTo = (step: SignInChallenge | undefined): void => {
    setChallenge(step);
    onSecondStep?.(step !== undefined);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    const signedIn = await signInAdmin(email, password);
    setPassword("");
    if (signedIn.answer) return onSignedIn(signedIn.answer);
    setBusy(false);
    if (signedIn.challenge) return goTo(signedIn.challenge);
    setFailure(signedIn.failure);
    passwordInput.current?.focus();
  };
  if (challenge) {
    return (
      <Suspense>
        <SecondStep challenge={challenge} onBack={() => goTo(undefined)} onSignedIn={onSignedIn} />
      </Suspense>
    );
  }
  return (
    <form className="space-y-4" onSubmit={submit}>
      <TextField
        autoComplete="username webauthn"
        autoFocus={knownEmail === ""}
        label={text.email}
        onChange={setEmail}
        required
        type="email"
        value={email}
      />
      <PasswordField
        autoComplete="current-password"
        label={text.password}
        onChange={setPassword}
        ref={passwordInput}
        required
        value={password}
      />
      {failure && <ErrorNotice failure={failure} />}
      {children(isBusy)}
      <PasskeySignIn onFailure={setFailure} onSignedIn={onSignedIn} />
    </form>
  );
}
