import { lazy, type ReactNode, Suspense } from "react";
import { usePasswordPrompt } from "../api/reauthentication.ts";

const ConfirmPassword = lazy(async () => ({
  default: (await import("./confirm-password.tsx")).ConfirmPassword,
}));

/** Asks for the password over whatever is on screen, when a call needs a recent sign-in. */
export function PasswordPrompt(): ReactNode {
  const question = usePasswordPrompt();
  return (
    <Suspense>
      {question && (
        <ConfirmPassword
          needsFactor={question.needsFactor}
          onDecline={() => question.answer(false)}
          onProven={() => question.answer(true)}
        />
      )}
    </Suspense>
  );
}
