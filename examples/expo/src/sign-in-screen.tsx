import type { SignedOutReason } from "@svc/sdk";
import { type ReactElement, useState } from "react";
import { Button, Text } from "react-native";
import { auth } from "./auth.ts";
import { type Credentials, CredentialsForm } from "./credentials-form.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { useAttempt } from "./use-attempt.ts";

const WHY: Readonly<Record<SignedOutReason, string>> = {
  user: "",
  expired: "Please sign in again.",
  revoked: "You were signed out from another device.",
  disabled: "This account is disabled.",
  deleted: "Your account is deleted.",
  storage: "Please sign in again.",
};

export function SignInScreen({ reason = "user" }: { reason?: SignedOutReason | undefined }): ReactElement {
  const attempt = useAttempt();
  const [notice, setNotice] = useState("");
  const { isBusy, problem, run } = attempt;

  const signUp = async (credentials: Credentials) => {
    const { status } = await auth.signUp(credentials);
    if (status === "verifyEmail") setNotice("We sent you a mail. Follow its link, then sign in.");
  };

  const reset = async ({ email }: Credentials) => {
    await auth.requestPasswordReset(email);
    setNotice("If there is an account with this address, a mail is on its way.");
  };

  return (
    <>
      <Text accessibilityRole="header">Welcome</Text>
      <Text accessibilityRole="alert">{problem || notice || WHY[reason]}</Text>
      <CredentialsForm
        isBusy={isBusy}
        actions={[
          { title: "Sign in", act: (credentials) => run(() => auth.signInWithPassword(credentials)) },
          { title: "Sign up", act: (credentials) => run(() => signUp(credentials)) },
          { title: "Forgot the password", act: (credentials) => run(() => reset(credentials)) },
        ]}
      />
      <ProviderButtons attempt={attempt} links={false} />
      <Button
        title="Continue as guest"
        disabled={isBusy}
        onPress={() => run(() => auth.signInAnonymously())}
      />
    </>
  );
}
