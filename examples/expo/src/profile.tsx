import type { User } from "@svc/sdk";
import { type ReactElement, useState } from "react";
import { Button, Text, TextInput } from "react-native";
import { auth } from "./auth.ts";
import type { Attempt } from "./use-attempt.ts";

export function Profile({ user, attempt }: { user: User; attempt: Attempt }): ReactElement {
  const { isBusy, run } = attempt;
  const { email } = user;
  const [displayName, setDisplayName] = useState(user.displayName ?? "");
  return (
    <>
      <Text accessibilityRole="header">Profile</Text>
      <TextInput
        value={displayName}
        onChangeText={setDisplayName}
        placeholder="Name"
        accessibilityLabel="Name"
        autoComplete="name"
      />
      <Button title="Save" disabled={isBusy} onPress={() => run(() => auth.updateMe({ displayName }))} />
      {email !== undefined && !user.emailVerified && (
        <Button
          title="Send the verification mail again"
          disabled={isBusy}
          onPress={() => run(() => auth.requestEmailVerification(email))}
        />
      )}
      {user.identities.map(({ provider }) => (
        <Button
          key={provider}
          title={`Unlink ${provider}`}
          disabled={isBusy}
          onPress={() => run(() => auth.unlinkIdentity({ provider }))}
        />
      ))}
    </>
  );
}
