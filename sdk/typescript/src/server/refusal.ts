import { type StepUp, TokenError } from "./token-error.ts";

/** The response to a refused token, for any kind of server. */
export type Refusal = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}>;

/** The access token out of an `authorization` header. */
export function bearerOf(authorization: string | null | undefined): string {
  const token = /^Bearer +([^\s,]+)$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) {
    throw new TokenError("TOKEN_MISSING", "send the access token as authorization: Bearer");
  }
  return token;
}

/** The answer to a refused token, as RFC 6750, RFC 9457 and RFC 9470 have it. Any other error is thrown again. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof TokenError)) throw error;
  const { status, reason, message } = error;
  const headers = {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    ...(status === 503 ? { "retry-after": "5" } : { "www-authenticate": challengeOf(error) }),
  };
  return { status, headers, body: JSON.stringify({ type: "about:blank", title: message, status, reason }) };
}

function challengeOf({ reason, stepUp }: TokenError): string {
  if (reason === "TOKEN_MISSING") return "Bearer";
  if (stepUp) return stepUpChallenge(stepUp);
  return `Bearer error="${reason === "ANONYMOUS_NOT_ALLOWED" ? "insufficient_scope" : "invalid_token"}"`;
}

/** As RFC 9470 has it. Everything that the route asks for: one proof is to satisfy all of it. */
function stepUpChallenge({ requireMfa, maxAuthAge }: StepUp): string {
  const parts = ['Bearer error="insufficient_user_authentication"'];
  if (requireMfa) parts.push('acr_values="mfa"');
  if (maxAuthAge !== undefined) parts.push(`max_age="${maxAuthAge}"`);
  return parts.join(", ");
}
