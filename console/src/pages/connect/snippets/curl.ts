import type { Facts, Snippet } from "./snippet.ts";

/** Every call is a POST of JSON. */
export function curlSnippets({ baseUrl, publishableKey }: Facts): Snippet[] {
  const signIn = `curl -s ${baseUrl}/svc.auth.v1.AuthService/SignIn \\
  -H 'x-svc-key: ${publishableKey}' -H 'content-type: application/json' \\
  -d '{"email":"ada@example.com","password":"correct horse battery"}'`;
  const introspect = `# TOKEN is the accessToken of the answer above; the secret key stays in the backend.
curl -s ${baseUrl}/svc.server.v1.TokenService/IntrospectToken \\
  -H "x-svc-key: $SVC_SECRET_KEY" -H 'content-type: application/json' \\
  -d "{\\"token\\":\\"$TOKEN\\"}"`;
  return [
    { title: "Sign up", code: signIn.replace("SignIn", "SignUp") },
    { title: "Sign in", code: signIn },
    { title: "Ask whether a token is still good", code: introspect },
  ];
}
