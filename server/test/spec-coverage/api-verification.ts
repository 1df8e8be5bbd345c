import { asWritten, type Chapter } from "./statement.ts";

const accessToken = "server/src/rpc/auth/access-token.test.ts";
const keySet = "sdk/typescript/src/server/key-set.test.ts";
const hostileContent = "sdk/typescript/src/server/verifier-hostile-content.test.ts";
const hostileForm = "sdk/typescript/src/server/verifier-hostile-form.test.ts";
const accepted = "a token is accepted until it expires after 15 minutes";
const rejected = "a tampered token, one of another project and one with another alg are rejected";

export const apiVerification: Chapter = {
  title: "Verifying a token, and errors",
  statements: [
    asWritten(
      "N131",
      "A token can be verified offline with nothing but the JWKS URL, `iss`, `aud` and ES256.",
      {
        [accessToken]: [accepted, rejected],
        "server/test/example-backends.slow.test.ts":
          "takes good tokens, refuses the others, tells guests apart and follows a new key",
      },
    ),
    asWritten("N132", "A verifier checks that `alg` is ES256 and that `kid` is in the JWKS.", {
      [accessToken]: rejected,
      [hostileContent]: "refuses: $name",
      [keySet]: "strangers' kids cause one fetch a minute, however many come at once",
    }),
    asWritten("N133", "A verifier checks the signature.", {
      [accessToken]: rejected,
      [hostileContent]: "refuses: $name",
    }),
    asWritten("N134", "A verifier checks `exp`.", {
      [accessToken]: accepted,
      [hostileContent]: "refuses: $name",
    }),
    asWritten("N135", "A verifier checks that `iss` is the issuer exactly.", {
      [accessToken]: rejected,
      [hostileContent]: "refuses: $name",
    }),
    asWritten(
      "N136",
      "An unknown `kid` makes a verifier fetch the JWKS again, about once a minute at most; keys are cached by `kid`.",
      {
        [keySet]: [
          "a rotated key is picked up within one refetch, also right after a normal fetch",
          "strangers' kids cause one fetch a minute, however many come at once",
          "keys are fetched once, from the project's own address, by whoever comes first",
        ],
      },
    ),
    asWritten("N137", "A backend can refuse guests where a throwaway account must not act.", {
      [hostileForm]: "guests are refused on request, and only then",
      "server/test/sdk-server.test.ts": "knows a guest, and refuses one on request",
    }),
    asWritten(
      "N138",
      "A token that is good offline is inactive online once its user is disabled or its session revoked.",
      {
        "server/src/rpc/server/token-service.test.ts":
          "every way to end is seen on the next call, with its reason and whose token it was",
        "server/test/sdk-server.test.ts": "asks online, and learns at once that a user was disabled",
      },
    ),
    asWritten("N139", "A failed RPC has a gRPC status and a `google.rpc.ErrorInfo` with a stable `reason`.", {
      "server/test/protocols/conformance.test.ts":
        "%s has the code and the HTTP status of its own, with its details",
      "server/test/docs-errors.test.ts":
        "docs/errors.md has one row for every reason, with its status, and no other row",
    }),
    asWritten("N140", "`INVALID_CREDENTIALS` is one answer for a wrong password and an unknown email.", {
      "server/src/rpc/auth/sign-up-and-in.test.ts":
        "an unknown email and a wrong password fail with the same bytes",
      "server/src/rpc/admin/session-service.test.ts":
        "an unknown address and a wrong password fail alike, without a cookie, and are logged without what was typed",
    }),
    asWritten("N141", "Reason `EMAIL_NOT_VERIFIED`: the project asks for a verified address.", {
      "server/src/rpc/auth/sign-up-and-in.test.ts":
        "with verification required, SignUp answers the same whether or not the email exists",
      "server/src/rpc/auth/email-flows.test.ts": "lets the user in where the project asks for it",
    }),
    asWritten("N142", "Reason `RATE_LIMITED`: too many calls.", {
      "server/test/rate-limits.test.ts":
        "the eleventh wrong password is refused until the minute is over, then the right one is welcome",
    }),
    asWritten("N143", "Reason `WEAK_PASSWORD`: the password breaks the project's policy.", {
      "server/src/rpc/auth/sign-up-and-in.test.ts": [
        "the password %j is WEAK_PASSWORD",
        "the policy is the project's own, and is told also when sign-up tells nothing else",
      ],
    }),
    asWritten("N144", "Reason `EMAIL_ALREADY_EXISTS`: the email is registered.", {
      "server/src/rpc/auth/sign-up-and-in.test.ts":
        "a taken email is EMAIL_ALREADY_EXISTS and leaves the account alone",
    }),
    asWritten(
      "N145",
      "Reason `OAUTH_ACCOUNT_EXISTS`: the provider's account, or its address, belongs to somebody.",
      {
        "server/src/rpc/auth/oauth-link.test.ts":
          "an account that belongs to somebody leaves the guest untouched",
        "server/src/rpc/auth/oauth-sign-in.test.ts":
          "how to sign in to the other account is told only to who reads the mail of its address",
      },
    ),
    asWritten("N146", "A rotated refresh token fails with a reason of its own.", {
      "server/src/rpc/auth/refresh.test.ts":
        "revokes the whole family when a used token comes back, although the call fails",
    }),
  ],
};
