import { clientOptions, type Facts, npmrc, type Snippet, terminal, usage } from "./snippet.ts";

export function capacitorSnippets(facts: Facts): Snippet[] {
  return [
    npmrc(facts),
    {
      title: terminal,
      code: `npm install @svc/sdk @capacitor/app capacitor-secure-storage-plugin
npm run build
npx cap sync`,
    },
    { title: "auth.ts", code: auth(facts) },
    usage("./auth"),
  ];
}

const auth = (facts: Facts): string => `import { App } from "@capacitor/app";
import { createAuthClient } from "@svc/sdk";
import { refreshOnForeground, secureStorage } from "@svc/sdk/capacitor";
import { SecureStoragePlugin } from "capacitor-secure-storage-plugin";

export const auth = createAuthClient({
${clientOptions(facts)}
  storage: secureStorage(SecureStoragePlugin),
});

refreshOnForeground(auth, App);`;
