import { type ReactElement, useState } from "react";
import { Button, TextInput } from "react-native";

export type Credentials = { email: string; password: string };
type Action = Readonly<{ title: string; act: (credentials: Credentials) => void }>;

/** Email address and password, and a button for each thing to do with them. */
export function CredentialsForm(props: { actions: readonly Action[]; isBusy: boolean }): ReactElement {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  return (
    <>
      <TextInput
        value={email}
        onChangeText={setEmail}
        placeholder="Email"
        accessibilityLabel="Email"
        autoCapitalize="none"
        autoComplete="email"
        keyboardType="email-address"
      />
      <TextInput
        value={password}
        onChangeText={setPassword}
        placeholder="Password"
        accessibilityLabel="Password"
        autoComplete="current-password"
        secureTextEntry
      />
      {props.actions.map(({ title, act }) => (
        <Button key={title} title={title} disabled={props.isBusy} onPress={() => act({ email, password })} />
      ))}
    </>
  );
}
