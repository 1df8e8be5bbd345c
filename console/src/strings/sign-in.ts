export const signIn = {
  title: "Sign in",
  email: "Email address",
  password: "Password",
  submit: "Sign in",
  withPasskey: "Sign in with a passkey",
  passkeyImpossible: "This browser cannot use a passkey here. Open the console at the server’s base URL.",
  forgotten: "Forgot your password? Run",
  forgottenCommand: "svc admin create",
  forgottenThen: "on the server to set a new one.",
  firstTitle: "Welcome to svc",
  firstText:
    "This server has no administrator yet. Create the first one on the machine that runs the server:",
  firstCommand: "svc admin create --email you@example.com",
  firstData:
    "Use the same data directory or database as the server. In a source checkout, run ./svc instead.",
  firstThen: "Done, let me sign in",
  documentation: "Documentation",
  stillNone: "There is still no administrator.",
} as const;
