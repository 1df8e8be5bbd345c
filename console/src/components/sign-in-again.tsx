import type { ReactNode } from "react";
import { currentAdmin, leavePage, setCurrentAdmin } from "../api/current-admin.ts";
import { goToSignIn } from "../api/session.ts";
import { sessionEnded as text } from "../strings/conflict.ts";
import { signIn } from "../strings/sign-in.ts";
import { Button } from "./button.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { TopDialog } from "./top-dialog.tsx";

/** For another administrator the page begins anew, without the drafts and the calls of the one before. */
export function SignInAgain({ onSignedIn }: { onSignedIn: () => void }): ReactNode {
  return (
    <TopDialog description={text.description} title={text.title}>
      <SignInForm
        email={currentAdmin()?.email}
        onSignedIn={({ adminId: id, email }) =>
          id === currentAdmin()?.id ? onSignedIn() : setCurrentAdmin({ id, email })
        }
      >
        {(isBusy) => (
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => leavePage(goToSignIn)}>{text.leave}</Button>
            <Button isBusy={isBusy} variant="primary" type="submit">
              {signIn.submit}
            </Button>
          </div>
        )}
      </SignInForm>
    </TopDialog>
  );
}
