import { clientOptions, type Facts, npmrc, type Snippet, terminal, usage } from "./snippet.ts";

export function webSnippets(facts: Facts): Snippet[] {
  return [
    npmrc(facts),
    { title: terminal, code: "npm install @svc/sdk" },
    { title: "auth.ts", code: auth(facts) },
    usage("./auth"),
  ];
}

const auth = (facts: Facts): string => `import { createAuthClient, webStorage } from "@svc/sdk";

export const auth = createAuthClient({
${clientOptions(facts)}
  storage: webStorage(),
});

// In React, <AuthProvider client={auth}> and useAuth() of @svc/sdk/react do this.
auth.onAuthStateChange((state) => {
  if (state.status === "signedIn") console.log("signed in as", state.user.email ?? "a guest");
});`;
