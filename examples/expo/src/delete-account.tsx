import type { User } from "@svc/sdk";
import { type ReactElement, useState } from "react";
import { Alert, Button, TextInput } from "react-native";
import { auth } from "./auth.ts";
import type { Attempt } from "./use-attempt.ts";

/** Both app stores demand this inside the app. */
export function DeleteAccount({ user, attempt }: { user: User; attempt: Attempt }): ReactElement {
  const { isBusy, run } = attempt;
  const [currentPassword, setCurrentPassword] = useState("");
  // Without a password, a sign-in during the last ten minutes will do.
  const erase = () => run(() => auth.deleteAccount(user.hasPassword ? { currentPassword } : {}));
  const ask = () =>
    Alert.alert("Delete your account?", "This cannot be undone.", [
      { text: "Keep it", style: "cancel" },
      { text: "Delete", style: "destructive", onPress: erase },
    ]);
  return (
    <>
      {user.hasPassword && (
        <TextInput
          value={currentPassword}
          onChangeText={setCurrentPassword}
          placeholder="Password, to delete the account"
          accessibilityLabel="Password, to delete the account"
          autoComplete="current-password"
          secureTextEntry
        />
      )}
      <Button title="Delete my account" color="#b00020" disabled={isBusy} onPress={ask} />
    </>
  );
}
