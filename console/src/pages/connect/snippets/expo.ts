import { clientOptions, type Facts, npmrc, type Snippet, terminal } from "./snippet.ts";

export function expoSnippets(facts: Facts): Snippet[] {
  return [
    npmrc(facts),
    {
      title: terminal,
      code: `npx expo install expo-secure-store expo-crypto expo-web-browser
npm install @svc/sdk`,
    },
    { title: "src/app/_layout.tsx", code: layout(facts) },
    { title: "src/app/index.tsx", code: HOME },
  ];
}

const layout = (facts: Facts): string => `// With Expo Router. Without the folder src: app/_layout.tsx.
import { createExpoAuthClient } from "@svc/sdk/expo";
import { AuthProvider } from "@svc/sdk/react";
import { Slot } from "expo-router";

const auth = createExpoAuthClient({
${clientOptions(facts)}
});

export default function Layout() {
  return (
    <AuthProvider client={auth}>
      <Slot />
    </AuthProvider>
  );
}`;

const HOME = `import { useAuth } from "@svc/sdk/react";
import { useState } from "react";
import { Button, Text, TextInput, View } from "react-native";

export default function Home() {
  const { status, user, client } = useAuth();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState("");
  const signUp = () => client.signUp({ email, password }).catch((error: Error) => setProblem(error.message));

  if (status === "loading") return null;
  if (user) return <Button title={\`Sign \${user.email ?? "the guest"} out\`} onPress={() => client.signOut()} />;
  return (
    <View>
      <TextInput autoCapitalize="none" onChangeText={setEmail} placeholder="Email" value={email} />
      <TextInput onChangeText={setPassword} placeholder="Password" secureTextEntry value={password} />
      <Button title="Sign up" onPress={signUp} />
      <Text>{problem}</Text>
    </View>
  );
}`;
