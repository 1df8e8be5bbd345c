import { type FormEvent, type ReactNode, useRef, useState } from "react";
import type { Failure } from "../api/failure.ts";
import { signInAdmin } from "../api/sign-in.ts";
import { signIn as text } from "../strings/sign-in.ts";
import { ErrorNotice } from "./error-notice.tsx";
import { TextField } from "./fields.tsx";
import { PasswordField } from "./password-field.tsx";

type SignedIn = Readonly<{ adminId: string; email: string }>;

/** Address and password of an administrator. What stands below them, with the button, is the caller's. */
export function SignInForm({
  email: knownEmail = "",
  onSignedIn,
  children,
}: {
  email?: string | undefined;
  onSignedIn: (signedIn: SignedIn) => void;
  children: (isBusy: boolean) => ReactNode;
}): ReactNode {
  const [email, setEmail] = useState(knownEmail);
  const [password, setPassword] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const passwordInput = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    const signedIn = await signInAdmin(email, password);
    setPassword("");
    if (signedIn.adminId !== undefined) return onSignedIn({ adminId: signedIn.adminId, email });
    setBusy(false);
    setFailure(signedIn.failure);
    passwordInput.current?.focus();
  };
  return (
    <form className="space-y-4" onSubmit={submit}>
      <TextField
        autoComplete="username"
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
    </form>
  );
}
