import type { VerifiedToken } from "./verified-token.ts";

const tokens = new WeakMap<object, VerifiedToken>();

export function rememberAuth(request: object, token: VerifiedToken): void {
  tokens.set(request, token);
}

/**
 * Returns the verified token of a request that `expressAuth` or `fastifyAuth` has let through.
 *
 * @throws `Error` when neither of them ran for this request.
 */
export function authOf(request: object): VerifiedToken {
  const token = tokens.get(request);
  if (!token)
    throw new Error("no token was checked for this request: add expressAuth or fastifyAuth to its route");
  return token;
}
