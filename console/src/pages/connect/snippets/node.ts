import { type Facts, npmrc, type Snippet, terminal } from "./snippet.ts";

export function nodeSnippets(facts: Facts): Snippet[] {
  return [
    npmrc(facts),
    { title: terminal, code: "npm install @svc/sdk" },
    { title: "server.mjs", code: server(facts) },
    { title: "Check online when revocation must be immediate", code: online(facts) },
  ];
}

const server = ({ baseUrl, project }: Facts): string => `import { createServer } from "node:http";
import { authOf, createVerifier, expressAuth } from "@svc/sdk/server";

const verifier = createVerifier({ baseUrl: "${baseUrl}", project: "${project}" });

// Express: app.use(expressAuth(verifier)). Fastify, Hono and fetch handlers have theirs, too.
const requireUser = expressAuth(verifier, { allowAnonymous: false });

createServer((request, response) =>
  requireUser(request, response, () => {
    const { userId, email, claims } = authOf(request);
    response.end(JSON.stringify({ userId, email, claims }));
  }),
).listen(Number(process.env.PORT ?? 3000));`;

const online = ({ baseUrl }: Facts): string => `import { createServerClient } from "@svc/sdk/server";

const svc = createServerClient({ baseUrl: "${baseUrl}", secretKey: process.env.SVC_SECRET_KEY ?? "" });

/** False as soon as the user is disabled, signed out or deleted. */
export async function isActive(token) {
  const { active } = await svc.introspectToken(token);
  return active;
}`;
