import { asWritten, type Chapter, extended, outsideWorld } from "./statement.ts";

const signUpAndIn = "server/src/rpc/auth/sign-up-and-in.test.ts";
const repeatedSignUps = "server/src/rpc/auth/repeated-sign-ups.test.ts";
const repeatedSignIns = "server/src/rpc/auth/repeated-sign-ins.test.ts";
const repeatedOAuth = "server/src/rpc/auth/repeated-oauth.test.ts";
/** One attempt id is one call; without ids the spec holds literally. */
const REPEATED = "0050-calls-that-can-be-repeated.md";
const sessions = "server/src/rpc/auth/sessions.test.ts";
const emails = "server/src/rpc/auth/email-flows.test.ts";
const social = "server/src/rpc/auth/oauth-sign-in.test.ts";
const link = "server/src/rpc/auth/oauth-link.test.ts";
const redirects = "server/test/oauth-web.test.ts";

export const apiAuthSurface: Chapter = {
  title: "Public surface: AuthService and ConfigService",
  statements: [
    extended("N72", "`SignUp` creates an account. One attempt id is one call.", REPEATED, {
      [repeatedSignUps]: "a repeated SignUp gets the same session, for the right password only",
      [signUpAndIn]: [
        "SignUp signs the new user in and asks for a verification mail",
        "a taken email is EMAIL_ALREADY_EXISTS and leaves the account alone",
      ],
    }),
    extended("N73", "The enumeration-safe `SignUp` always returns OK, also when it is repeated.", REPEATED, {
      [repeatedSignUps]:
        "where the email must be verified, a repeated SignUp answers OK and sends nothing, for new and taken addresses alike",
      [signUpAndIn]: "with verification required, SignUp answers the same whether or not the email exists",
    }),
    extended("N74", "`SignIn` returns a token response. One attempt id is one call.", REPEATED, {
      [repeatedSignIns]:
        "a repeated SignIn gets the same refresh token and a new access token, and opens nothing",
      [signUpAndIn]: "SignIn returns a token response for the right password, in any spelling of the email",
    }),
    asWritten("N75", "`SignOut` ends a session.", {
      [sessions]: [
        "SignOut by refresh token ends that session only",
        "SignOut without a refresh token ends the Bearer's session, and again is OK",
      ],
    }),
    asWritten("N76", "`GetMe` returns the current user, `UpdateMe` changes the own profile.", {
      [sessions]: "GetMe and UpdateMe: absent fields stay, empty ones are removed",
    }),
    asWritten("N77", "`ChangePassword` changes the password.", {
      [sessions]: "ChangePassword needs the current one, keeps this device and ends the others",
    }),
    asWritten("N78", "Email verification is a pair of request and confirm.", {
      [emails]: [
        "marks the address as verified and touches neither password nor sessions",
        "a request always answers the same and asks for one mail",
        "works once",
      ],
    }),
    extended(
      "N79",
      "Password reset is a pair of request and confirm. It ends all sessions and removes sign-in methods that nobody vouches for.",
      "0034-account-recovery.md",
      {
        [emails]: [
          "sets the password and ends every session",
          "a weak password is told and the link stays valid",
          "the first proof of the mailbox drops what was added before; a later reset keeps what was linked long ago",
        ],
      },
    ),
    extended(
      "N80",
      "`RequestPasswordReset` always returns OK. An address has a budget of emails; above it nothing is sent, and an email that is good already stays good.",
      "0036-email-budgets-and-unknown-addresses.md",
      {
        [emails]: "a request always answers OK",
        "server/test/rate-limits.test.ts": [
          "a fourth mail at once is answered alike but not sent, then one goes every 7.5 minutes",
          "a mail that is not sent leaves the link of the one before it good",
        ],
        "server/test/mail-budgets.test.ts":
          "twelve sign-ups with a taken address send nothing, spend nothing and leave the owner's reset",
      },
    ),
    extended(
      "N81",
      "Email change is a pair of request and confirm. The owner of the old address can undo it for 72 hours.",
      "0034-account-recovery.md",
      {
        [emails]: [
          "needs the password or a recent session, and changes nothing before the link is followed",
          "makes the new address the verified one, tells the old one and keeps the sessions",
        ],
        "server/test/takeovers/undo-email-change.test.ts":
          "restores the address and goes straight on to choosing a new password",
      },
    ),
    extended(
      "N82",
      "`SignInWithOAuth` signs in with a provider's token and returns a token response. One attempt id is one call.",
      REPEATED,
      {
        [social]: "an account that is known signs its user in, whatever else the token says",
        "server/src/domain/oauth/hostile-tokens.test.ts": "refuses %s",
        [repeatedOAuth]:
          "a repeated SignInWithOAuth gets the same session, also when its ID token is too old by then",
      },
    ),
    outsideWorld(
      "N83",
      "Social sign-in works with real accounts of Google and Apple.",
      "It needs apps that are registered with both, and a person who signs in.",
      {
        [redirects]: "ends in a token pair that any JWT library accepts",
        "server/src/providers/identity-providers.test.ts":
          "are the provider's own unless a stand-in is named",
      },
    ),
    extended(
      "N84",
      "`ExchangeOAuthCode` exchanges the code of the redirect for a token response. The same code, verifier and attempt id are one presentation.",
      REPEATED,
      {
        [redirects]: [
          "ends in a token pair that any JWT library accepts",
          "a code presented twice fails and ends the session that its first use opened",
        ],
        [repeatedOAuth]: [
          "the same code, verifier and attempt are one presentation",
          "without an id, or with another one, a code that comes back ends the session that it opened",
        ],
      },
    ),
    extended(
      "N85",
      "`SignInAnonymously` needs no Bearer token. One attempt id is one call and makes one guest.",
      REPEATED,
      {
        "server/src/rpc/auth/guests.test.ts":
          "SignInAnonymously makes a new guest on each call, where the project allows it",
        "server/test/authorisation/matrix.test.ts": "each is let in or refused as the table says",
        [repeatedSignIns]: "a repeated SignInAnonymously gets the same guest",
      },
    ),
    asWritten("N86", "`LinkOAuth` links Google and Apple accounts.", {
      [link]: [
        "a guest becomes permanent, with the same sub, a fresh pair and what the provider told",
        "a permanent user keeps address and name, and gets one more way in",
      ],
    }),
    extended(
      "N87",
      "`UnlinkIdentity` removes a linked identity, with the password or a recent session.",
      "0034-account-recovery.md",
      {
        [link]: "UnlinkIdentity removes one way in, never the last",
        "server/test/takeovers/unlink-identity.test.ts": [
          "with an old session and no password is REAUTHENTICATION_REQUIRED",
          "with an old session and current_password works",
        ],
      },
    ),
    asWritten("N88", "`DeleteAccount` deletes the own account.", {
      [sessions]: "DeleteAccount needs the password unless the session is recent, and leaves nothing behind",
      "server/src/rpc/auth/guests.test.ts": "a guest deletes itself without a password",
    }),
    asWritten("N89", "`svc.billing.v1` tells an app its user's subscriptions.", {
      "server/src/rpc/billing/billing-service.test.ts": [
        "a purchase gives what its tier gives, until it ends",
        "GetBillingConfig tells the catalog by rank, under the ids of each store",
      ],
    }),
    asWritten("N90", "`svc.push.v1` registers push devices.", {
      "server/src/rpc/push/push-service.test.ts": [
        "RegisterPushDevice answers with the device, and without its token",
        "UnregisterPushDevice removes one device, or all of an installation; again is OK",
      ],
    }),
  ],
};
