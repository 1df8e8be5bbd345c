import { asWritten, type Chapter } from "./statement.ts";

const accessToken = "server/src/rpc/auth/access-token.test.ts";
const refresh = "server/src/rpc/auth/refresh.test.ts";
const theClaims = "have exactly the claims of the spec, and the session id";
const ofGuests = "of a guest say anonymous and have no email";

export const apiTokens: Chapter = {
  title: "Access tokens and refresh tokens",
  statements: [
    asWritten(
      "N14",
      "An access token is signed with ES256 by the project's own key; its header's `kid` names the key.",
      {
        [accessToken]: [
          theClaims,
          "a token signed by a key that is not the project's is refused, also when it names the project's kid",
        ],
        "server/src/rpc/admin/project-keys.test.ts":
          "GetSigningKey tells the key that signs and what tokens are checked against",
      },
    ),
    asWritten("N15", "An access token lives for 15 minutes.", {
      [accessToken]: [
        "a token is accepted until it expires after 15 minutes",
        "a missing, malformed or expired token is ACCESS_TOKEN_INVALID",
      ],
    }),
    asWritten("N16", "Claim `iss`: `{base_url}/p/<project-slug>`.", { [accessToken]: theClaims }),
    asWritten("N17", "Claim `sub`: the user id, a UUIDv7.", { [accessToken]: theClaims }),
    asWritten("N18", "Claim `aud`: `<project-slug>`.", { [accessToken]: theClaims }),
    asWritten("N19", "Claim `iat`: when the token was issued.", { [accessToken]: theClaims }),
    asWritten("N20", "Claim `exp`: 15 minutes after `iat`.", { [accessToken]: theClaims }),
    asWritten("N21", "Claim `email`: the user's address; left out for guests.", {
      [accessToken]: [theClaims, ofGuests],
    }),
    asWritten("N22", "Claim `email_verified`: a boolean.", {
      [accessToken]: [theClaims, "carry the custom claims and the verification state"],
    }),
    asWritten("N23", "Claim `anonymous`: `true` in a guest's session; left out otherwise.", {
      [accessToken]: [theClaims, ofGuests],
      "server/src/rpc/auth/guests.test.ts":
        "LinkPassword makes the guest permanent, with the same sub and a fresh pair",
    }),
    asWritten("N24", "Claim `claims`: the user's custom claims, an object.", {
      [accessToken]: [theClaims, "carry the custom claims and the verification state"],
    }),
    asWritten("N25", "Custom claims are set by an administrator, in the console or by the command line.", {
      "server/test/console-user.browser.test.ts":
        "claims are checked while typed, shown as a difference, saved, and are in the next token as the preview said",
      "cli/test/cli-remote-users.test.ts":
        "get, set, disable, enable, claims set, sessions revoke and delete take an id or an email address",
    }),
    asWritten("N26", "Custom claims are set by the backend, with `UpdateUser` and `custom_claims`.", {
      "server/src/rpc/server/user-service.test.ts": [
        "UpdateUser changes what is given and replaces the claims whole",
        "claims nested 16 deep are kept and come back the same",
      ],
    }),
    asWritten("N27", "The app can never set custom claims.", {
      "server/src/rpc/auth/sessions.test.ts": "UpdateMe cannot reach what belongs to the backend",
    }),
    asWritten("N28", "A change of custom claims appears in the next refreshed access token.", {
      [refresh]: "changed claims appear in the next refreshed token, not before",
    }),
    asWritten("N29", "Revoking the user's sessions forces the change to be picked up.", {
      [refresh]: "claims that are to hold at once: after RevokeUserSessions the next token has them",
    }),
    asWritten("N30", "The client library shows custom claims as `claims` of the user.", {
      "sdk/typescript/test/methods.test.ts": "custom claims arrive with the next refresh",
    }),
    asWritten("N31", "A refresh token is an opaque random text of 256 bits.", {
      "server/src/crypto/random-token.test.ts": [
        "a token is 32 bytes of base64url",
        "tokens do not repeat and every bit is as often set as not",
      ],
      "server/src/rpc/auth/sign-up-and-in.test.ts":
        "SignIn returns a token response for the right password, in any spelling of the email",
    }),
    asWritten("N32", "The server stores a refresh token as its SHA-256 hash only.", {
      [refresh]: [
        "the hash that is stored is SHA-256 of the token",
        "only hashes are stored, and the replay is gone once the successor is used",
      ],
    }),
    asWritten("N33", "The window of a refresh token slides, 30 days by default.", {
      [refresh]: "the window slides: 30 days from the last use, checked at use",
    }),
    asWritten("N34", "The window of a refresh token is set per project.", {
      [refresh]: "the window is the project's own, and the session has an absolute end",
    }),
    asWritten("N35", "A refresh token rotates on every use.", {
      [refresh]: "rotates on every use and keeps the session",
    }),
    asWritten(
      "N36",
      "`SignIn`, `SignInWithOAuth` and `RefreshToken` return one object: `access_token`, `refresh_token`, `expires_in`, `user`.",
      {
        "server/src/rpc/auth/token-response.test.ts":
          "SignIn, SignInWithOAuth and RefreshToken answer with the same message and its four fields",
      },
    ),
  ],
};
