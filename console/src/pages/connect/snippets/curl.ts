import type { Facts, Snippet } from "./snippet.ts";

/** Every call is a POST of JSON. */
export function curlSnippets({ baseUrl, publishableKey }: Facts): Snippet[] {
  const signIn = `curl -s -w '\\n' ${baseUrl}/svc.auth.v1.AuthService/SignIn \\
  -H 'x-svc-key: ${publishableKey}' -H 'content-type: application/json' \\
  -d '{"email":"curl@example.com","password":"correct horse battery"}'`;
  const introspect = `TOKEN='the accessToken of the response above'
SVC_SECRET_KEY='the secret key, from the page Keys'
curl -s -w '\\n' ${baseUrl}/svc.server.v1.TokenService/IntrospectToken \\
  -H "x-svc-key: $SVC_SECRET_KEY" -H 'content-type: application/json' \\
  -d "{\\"token\\":\\"$TOKEN\\"}"`;
  return [
    { title: "Sign up", code: signIn.replace("SignIn", "SignUp") },
    { title: "Sign in", code: signIn },
    { title: "Ask whether a token is still good", code: introspect },
  ];
}
