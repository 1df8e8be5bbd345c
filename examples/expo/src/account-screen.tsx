import type { User } from "@svc/sdk";
import type { ReactElement } from "react";
import { Alert, Button, Text } from "react-native";
import { auth } from "./auth.ts";
import { CredentialsForm } from "./credentials-form.tsx";
import { DeleteAccount } from "./delete-account.tsx";
import { Profile } from "./profile.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { Sessions } from "./sessions.tsx";
import { useAttempt } from "./use-attempt.ts";

export function AccountScreen({ user }: { user: User }): ReactElement {
  const attempt = useAttempt();
  const { isBusy, problem, run } = attempt;
  return (
    <>
      <Text accessibilityRole="header">Hello {user.displayName ?? user.email ?? "guest"}</Text>
      <Text accessibilityRole="alert">{problem}</Text>
      {user.isAnonymous && <Text>Make it yours, or it is gone when you sign out:</Text>}
      {!user.hasPassword && (
        <CredentialsForm
          isBusy={isBusy}
          actions={[
            {
              title: "Set email and password",
              act: (credentials) => run(() => auth.linkPassword(credentials)),
            },
          ]}
        />
      )}
      <ProviderButtons attempt={attempt} links />
      {!user.isAnonymous && <Profile user={user} attempt={attempt} />}
      <Sessions attempt={attempt} />
      <Button title="Sign out" disabled={isBusy} onPress={() => signOut(user, run)} />
      <DeleteAccount user={user} attempt={attempt} />
    </>
  );
}

function signOut({ isAnonymous }: User, run: (work: () => Promise<unknown>) => Promise<void>): void {
  if (!isAnonymous) {
    run(() => auth.signOut());
    return;
  }
  Alert.alert("You are a guest", "Nobody can sign in as this guest again.", [
    { text: "Stay", style: "cancel" },
    { text: "Sign out", style: "destructive", onPress: () => run(() => auth.signOut()) },
  ]);
}
