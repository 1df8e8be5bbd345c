import { lazy, type ReactNode, Suspense } from "react";
import { useSignInPrompt } from "../api/ended-session.ts";

const SignInAgain = lazy(async () => ({
  default: (await import("./sign-in-again.tsx")).SignInAgain,
}));

/** Asks to sign in again over whatever is on screen, when the session has ended. */
export function SignInPrompt(): ReactNode {
  const question = useSignInPrompt();
  return <Suspense>{question && <SignInAgain onSignedIn={question.answer} />}</Suspense>;
}
