import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { currentAdmin, leavePage, setCurrentAdmin } from "../api/current-admin.ts";
import type { Failure } from "../api/failure.ts";
import { goToSignIn } from "../api/session.ts";
import { signInAdmin } from "../api/sign-in.ts";
import { sessionEnded as text } from "../strings/conflict.ts";
import { signIn } from "../strings/sign-in.ts";
import { Button } from "./button.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { TextField } from "./fields.tsx";
import { PasswordField } from "./password-field.tsx";
import { TopDialog } from "./top-dialog.tsx";

/** For another administrator the page begins anew, without the drafts and the calls of the one before. */
export function SignInAgain({ onSignedIn }: { onSignedIn: () => void }): ReactNode {
  const [email, setEmail] = useState(currentAdmin()?.email ?? "");
  const [password, setPassword] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    const signedIn = await signInAdmin(email, password);
    setPassword("");
    if (signedIn.adminId !== undefined) {
      if (signedIn.adminId === currentAdmin()?.id) return onSignedIn();
      return setCurrentAdmin({ id: signedIn.adminId, email });
    }
    setBusy(false);
    setFailure(signedIn.failure);
    field.current?.focus();
  };
  return (
    <TopDialog description={text.description} title={text.title}>
      <form className="space-y-4" onSubmit={submit}>
        <TextField
          autoComplete="username"
          label={signIn.email}
          onChange={setEmail}
          required
          type="email"
          value={email}
        />
        <PasswordField
          autoComplete="current-password"
          label={signIn.password}
          onChange={setPassword}
          ref={field}
          required
          value={password}
        />
        {failure && <ErrorNotice failure={failure} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => leavePage(goToSignIn)}>{text.leave}</Button>
          <Button isBusy={isBusy} variant="primary" type="submit">
            {signIn.submit}
          </Button>
        </div>
      </form>
    </TopDialog>
  );
}
