export const signIn = {
  title: "Sign in",
  email: "Email address",
  password: "Password",
  submit: "Sign in",
  forgotten: "Forgotten the password? On the server, this sets a new one:",
  firstTitle: "Welcome to svc",
  firstText: "This server has no administrator yet. Create the first one on the machine it runs on:",
  firstCommand: "svc admin create --email you@example.com",
  firstData: "Use the same data directory or database as the server. From a checkout the command is ./svc.",
  firstThen: "I have done that",
  stillNone: "There is still no administrator.",
} as const;
