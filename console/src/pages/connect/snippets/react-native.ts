import { clientOptions, type Facts, npmrc, type Snippet, terminal, usage } from "./snippet.ts";

export function reactNativeSnippets(facts: Facts): Snippet[] {
  return [
    npmrc(facts),
    {
      title: terminal,
      code: `npm install @svc/sdk react-native-keychain react-native-get-random-values
npx pod-install`,
    },
    { title: "auth.ts", code: auth(facts) },
    usage("./auth"),
  ];
}

const auth = (facts: Facts): string => `import "react-native-get-random-values";
import { createAuthClient } from "@svc/sdk";
import { keychainStorage, refreshOnForeground } from "@svc/sdk/react-native";
import { AppState } from "react-native";
import * as Keychain from "react-native-keychain";

export const auth = createAuthClient({
${clientOptions(facts)}
  storage: keychainStorage(Keychain),
});

refreshOnForeground(auth, AppState);`;
