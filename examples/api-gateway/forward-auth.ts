import { createServer } from "node:http";
import { AuthError, createServerClient } from "@svc/sdk/server";

const { AUTH_URL = "http://localhost:8080", AUTH_SECRET_KEY = "", PORT = "9180" } = process.env;
const svc = createServerClient({ baseUrl: AUTH_URL, secretKey: AUTH_SECRET_KEY });

/** The status for the gateway, and the headers that it gives to the backend. */
async function check(authorization: string[] = []): Promise<[number, Record<string, string>?]> {
  // Of two headers, the backend might read the one that was not checked.
  const [, token] = /^bearer (\S+)$/i.exec(authorization.length === 1 ? String(authorization[0]) : "") ?? [];
  if (token === undefined) return [401];
  try {
    const { active, userId, isAnonymous } = await svc.introspectToken(token);
    return active ? [204, { "x-user-id": userId, "x-user-is-guest": String(isAnonymous) }] : [401];
  } catch (error) {
    // 503: svc did not answer, which says nothing about the token.
    return [error instanceof AuthError && error.reason === "WRONG_PROJECT" ? 403 : 503];
  }
}

createServer(async ({ headersDistinct }, response) => {
  response.writeHead(...(await check(headersDistinct.authorization))).end();
}).listen(Number(PORT), "127.0.0.1");
