import { expect, test } from "vitest";
import { baseUrl, good, now, ours, withClaims } from "./testing/forge-token.ts";
import { JwksServer } from "./testing/jwks-server.ts";
import { TokenError } from "./token-error.ts";
import { createVerifier, type VerifyOptions } from "./verifier.ts";
import { withAuth } from "./with-auth.ts";

const jwks = new JwksServer(ours);
const verifier = createVerifier({ baseUrl, project: "demo", fetch: jwks.fetch, now: () => now });
const nowSec = now / 1000;

/** A token of a user who has proven this, so many seconds ago. */
const proven = (ageSec: number, ...amr: readonly string[]) =>
  withClaims({ auth_time: nowSec - ageSec, amr: [...amr] });

const reasonOf = (token: string, options: VerifyOptions) =>
  verifier.verify(token, options).then(
    () => "accepted",
    (error: unknown) => (error instanceof TokenError ? error.reason : error),
  );

async function refusalOf(token: string, options: VerifyOptions): Promise<[number, string | null, unknown]> {
  const handler = withAuth(verifier, () => new Response("let through"), options);
  const request = new Request("http://x", { headers: { authorization: `Bearer ${token}` } });
  const answer = await handler(request);
  const { reason } = (await answer.json()) as { reason: string };
  return [answer.status, answer.headers.get("www-authenticate"), reason];
}

test("a token says when and how its user signed in", async () => {
  expect(await verifier.verify(proven(30, "pwd", "otp", "mfa"))).toMatchObject({
    authenticatedAt: new Date(now - 30_000),
    amr: ["pwd", "otp", "mfa"],
  });
  expect(await verifier.verify(good)).toMatchObject({ authenticatedAt: undefined, amr: [] });
});

test("requireMfa takes tokens of two factors only", async () => {
  const options = { requireMfa: true };
  expect(await reasonOf(proven(9999, "pwd", "otp", "mfa"), options)).toBe("accepted");
  expect(await reasonOf(proven(9999, "pop", "user", "mfa"), options)).toBe("accepted");
  for (const token of [proven(1, "pwd"), proven(1, "pwd", "otp"), proven(1, "MFA"), proven(1), good]) {
    expect(await reasonOf(token, options)).toBe("MFA_NOT_PROVEN");
    expect(await reasonOf(token, {})).toBe("accepted");
  }
});

test("maxAuthAge takes tokens of users who have proven who they are so many seconds ago at most", async () => {
  const options = { maxAuthAge: 300 };
  expect(await reasonOf(proven(300, "pwd"), options)).toBe("accepted");
  expect(await reasonOf(proven(305, "pwd"), options)).toBe("accepted"); // clocks differ
  expect(await reasonOf(proven(306, "pwd"), options)).toBe("AUTHENTICATION_TOO_OLD");
  expect(await reasonOf(proven(6, "pwd"), { maxAuthAge: 0 })).toBe("AUTHENTICATION_TOO_OLD");
  expect(await reasonOf(good, options)).toBe("AUTHENTICATION_TOO_OLD");
  expect(await reasonOf(good, { maxAuthAge: Number.POSITIVE_INFINITY })).toBe("AUTHENTICATION_TOO_OLD");
  expect(await reasonOf(proven(1, "pwd"), { maxAuthAge: Number.NaN })).toBe("AUTHENTICATION_TOO_OLD");
});

test("the answer is the one of RFC 9470, and names all that the route asks for", async () => {
  const both = { requireMfa: true, maxAuthAge: 300 };
  const challenge = 'Bearer error="insufficient_user_authentication", acr_values="mfa", max_age="300"';
  expect(await refusalOf(proven(1, "pwd"), both)).toEqual([401, challenge, "MFA_NOT_PROVEN"]);
  expect(await refusalOf(proven(900, "mfa"), both)).toEqual([401, challenge, "AUTHENTICATION_TOO_OLD"]);
  expect((await refusalOf(good, { requireMfa: true }))[1]).toBe(
    'Bearer error="insufficient_user_authentication", acr_values="mfa"',
  );
  expect((await refusalOf(good, { maxAuthAge: 60 }))[1]).toBe(
    'Bearer error="insufficient_user_authentication", max_age="60"',
  );
});

test("a token that is bad anyway is refused as one", async () => {
  const expired = withClaims({ exp: nowSec - 60, auth_time: nowSec, amr: ["mfa"] });
  expect(await refusalOf(expired, { requireMfa: true })).toEqual([
    ...[401, 'Bearer error="invalid_token"'],
    "TOKEN_EXPIRED",
  ]);
});
