/** What the scenario sees where the client library works. */
export function expectedFor(email: string): string[] {
  return [
    "started: loading, nobody",
    "ready: signedOut, nobody",
    `signed up: signedIn, ${email}`,
    `restarted: signedIn, ${email}`,
    "token: kept, renewed",
    "signed out: signedOut, nobody",
    "refused: INVALID_CREDENTIALS",
  ];
}
