import { createServer } from "node:http";
import { authOf, createVerifier, expressAuth } from "@svc/sdk/server";

const { AUTH_URL = "http://localhost:8080", AUTH_PROJECT = "demo", PORT = "3000" } = process.env;

const verifier = createVerifier({ baseUrl: AUTH_URL, project: AUTH_PROJECT });
const everybody = expressAuth(verifier);
const membersOnly = expressAuth(verifier, { allowAnonymous: false });
const twoFactors = expressAuth(verifier, { allowAnonymous: false, requireMfa: true, maxAuthAge: 300 });
const guards: Record<string, typeof everybody> = { "/members": membersOnly, "/payout": twoFactors };

const server = createServer((request, response) => {
  const guard = guards[request.url ?? ""] ?? everybody;
  // Refused tokens are answered by the guard; what follows runs for good ones only.
  guard(request, response, () => {
    const { userId, email, isAnonymous } = authOf(request);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ userId, email, isAnonymous }));
  });
});

server.listen(Number(PORT), () => process.stdout.write(`http://localhost:${PORT}/me\n`));
