import { asWritten, type Chapter, extended } from "./statement.ts";

const users = "server/src/rpc/server/user-service.test.ts";
const guests = "server/src/rpc/auth/guests.test.ts";
const link = "server/src/rpc/auth/oauth-link.test.ts";
const refresh = "server/src/rpc/auth/refresh.test.ts";
const sessionTokens = "server/src/rpc/auth/session-tokens.test.ts";
const keys = "server/src/rpc/admin/project-keys.test.ts";
const introspection = "server/src/rpc/server/token-service.test.ts";
const disableAndEnable =
  "DisableUser blocks sign-in and every session at once; EnableUser lets the user back in";
const revokeAndDelete =
  "RevokeUserSessions ends all devices and counts them; DeleteUser removes the user for good";

export const apiStates: Chapter = {
  title: "States and transitions",
  statements: [
    asWritten("N53", "`DisableUser` blocks sign-in and revokes the user's sessions, from either surface.", {
      [users]: [
        disableAndEnable,
        "an administrator manages the users of any project, by slug or id, and every action is in the audit log",
      ],
      "server/test/console-user.browser.test.ts":
        "the user is verified, sent a reset mail, disabled, enabled and deleted once the address is typed",
    }),
    asWritten("N54", "`EnableUser` lets the user sign in again.", { [users]: disableAndEnable }),
    asWritten("N55", "`RevokeUserSessions` ends every session: the next refresh fails.", {
      [users]: revokeAndDelete,
    }),
    asWritten("N56", "After `RevokeUserSessions` introspection reports the token as inactive.", {
      [introspection]: "every way to end is seen on the next call, with its reason and whose token it was",
    }),
    asWritten(
      "N57",
      "`LinkPassword` makes a guest permanent: same `sub`, a fresh token pair without `anonymous`.",
      {
        [guests]: [
          "LinkPassword makes the guest permanent, with the same sub and a fresh pair",
          "after LinkPassword the old refresh token is rotated away like any other",
        ],
      },
    ),
    asWritten("N58", "What belongs to the guest's user id stays valid after the conversion.", {
      "server/src/rpc/billing/billing-service.test.ts":
        "what a guest bought stays theirs when they become permanent",
      "sdk/typescript/test/guests.test.ts":
        "linkPassword keeps the user and sends an attempt id that is on disk",
    }),
    asWritten(
      "N59",
      "`LinkOAuth` makes a guest permanent: same `sub`, a fresh token pair without `anonymous`.",
      {
        [link]: [
          "a guest becomes permanent, with the same sub, a fresh pair and what the provider told",
          "the guest's old refresh token is used up",
        ],
      },
    ),
    asWritten(
      "N60",
      "`LinkPassword` with a registered email is `EMAIL_ALREADY_EXISTS`; the guest stays untouched.",
      {
        [guests]: "a taken email is EMAIL_ALREADY_EXISTS and leaves the guest and its session untouched",
      },
    ),
    asWritten(
      "N61",
      "`LinkOAuth` with somebody's identity is `OAUTH_ACCOUNT_EXISTS`; the guest stays untouched.",
      {
        [link]: "an account that belongs to somebody leaves the guest untouched",
      },
    ),
    asWritten(
      "N62",
      "`SignInAnonymously` opens a guest's session where the project allows it, without an email.",
      {
        [guests]: "SignInAnonymously makes a new guest on each call, where the project allows it",
        "server/src/rpc/auth/access-token.test.ts": "of a guest say anonymous and have no email",
      },
    ),
    asWritten("N63", "`RefreshToken` with a valid token consumes it and issues a new pair.", {
      [refresh]: "rotates on every use and keeps the session",
    }),
    extended(
      "N64",
      "A rotated refresh token that is presented again is theft: the whole family is revoked. One token with one attempt id is one presentation: a repetition gets the same successor, or is refused when it comes one or two rotations late. Without attempt ids the statement holds literally.",
      "0049-one-row-per-session.md",
      {
        [refresh]: [
          "revokes the whole family when a used token comes back, although the call fails",
          "another attempt id, or none, is another presentation and closes the family",
          "the same token with the same attempt id gets the same successor, as often as needed",
          "once the successor has expired, the same attempt gets nothing",
        ],
        [sessionTokens]: [
          "any token that the session ever had ends it",
          "a used token with its attempt, one or two rotations late, is refused and ends nothing",
          "three rotations late it ends the session",
          "a day late it ends the session",
          "one rotation late with another attempt id, or none, it ends the session",
        ],
      },
    ),
    asWritten("N65", "A guest who was not seen for the retention is deleted.", {
      [guests]: "guests who were not seen for the retention are deleted, others are not",
    }),
    asWritten(
      "N66",
      "`ResetSigningKey` replaces the key pair, removes the old key from the JWKS and revokes all refresh tokens, atomically.",
      {
        [keys]: [
          "ResetSigningKey: one new key, every token of the project dead, online and offline",
          "of refreshes at the moment of a reset none brings a session over it",
          "a reset that fails half-way changes nothing",
        ],
      },
    ),
    extended(
      "N67",
      "Key rotation: the new key signs, the previous one stays in the JWKS for a grace period, no session ends. The new key was on stand-by in the JWKS before.",
      "0048-signing-keys-are-published-before-they-sign.md",
      {
        "server/src/domain/signing-keys/stand-by-keys.test.ts":
          "a rotation lets it sign and publishes the next; caches know it after 15 minutes",
        [keys]: [
          "RotateSigningKey: the new key signs at once, old tokens and sessions stay good",
          "a grace of 0 is the lifetime of an access token and a minute, and ends by the clock",
        ],
      },
    ),
    asWritten("N68", "A key whose grace is over is pruned.", {
      [keys]: "keys whose grace is over are deleted by the next rotation and by the clean-up",
    }),
    asWritten("N69", "A guest who lost the session cannot come back.", {
      [guests]:
        "a guest whose session is lost cannot come back, by password, reset or another guest's session",
    }),
    asWritten("N70", "Accounts are never merged.", {
      "server/src/rpc/auth/oauth-sign-in.test.ts": [
        "an address of another user is never a way in: %s",
        "the same sub at two providers is two accounts",
      ],
      [link]: "an address that belongs to somebody stays theirs; the account is linked all the same",
    }),
    asWritten(
      "N71",
      "Each `SignInAnonymously` makes a new user; the client library uses its stored guest again.",
      {
        [guests]: "SignInAnonymously makes a new guest on each call, where the project allows it",
        "sdk/typescript/test/guests.test.ts":
          "a guest is used again: at once, at the same time, after a restart and offline",
      },
    ),
  ],
};
