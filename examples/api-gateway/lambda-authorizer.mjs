import { createVerifier, TokenError } from "@svc/sdk/server";

// Outside the handler: each instance of the function fetches the keys once and caches them.
const { AUTH_URL, AUTH_PROJECT } = process.env;
const verifier = createVerifier({ baseUrl: AUTH_URL, project: AUTH_PROJECT });

/** For an HTTP API with payload format 2.0 and simple responses. */
export async function handler({ headers = {} }) {
  const { authorization } = headers;
  const [, token = ""] = /^bearer (\S+)$/i.exec(typeof authorization === "string" ? authorization : "") ?? [];
  try {
    const { userId, isAnonymous, claims } = await verifier.verify(token);
    return { isAuthorized: true, context: { userId, isAnonymous, claims: JSON.stringify(claims) } };
  } catch (error) {
    // 503: the keys could not be fetched, which says nothing about the token. API Gateway answers 500.
    if (error instanceof TokenError && error.status !== 503) return { isAuthorized: false };
    throw error;
  }
}
