import { asWritten, type Chapter } from "./statement.ts";

const tokens = "server/src/rpc/server/token-service.test.ts";
const users = "server/src/rpc/server/user-service.test.ts";
const push = "server/src/rpc/server/push-service.test.ts";

export const apiServerSurface: Chapter = {
  title: "Backend surface",
  statements: [
    asWritten(
      "N91",
      "`IntrospectToken` tells whether a token is valid, with its claims and `is_anonymous`.",
      {
        [tokens]: [
          "an active token: the whole payload, the user, and no reason",
          "a guest's token says so, in the claims and beside them",
        ],
      },
    ),
    asWritten(
      "N92",
      "`IntrospectToken` of a token that is revoked, or whose user is disabled, says so and tells whose it was.",
      {
        [tokens]: [
          "every way to end is seen on the next call, with its reason and whose token it was",
          "an expired token tells whose it was and what became of the user",
          "nothing is told of a token whose signing key was reset",
        ],
      },
    ),
    asWritten("N93", "`GetUser` returns one user, by id or email.", {
      [users]: "GetUser by id or email shows identities and active sessions",
    }),
    asWritten("N94", "`ListUsers` lists users, newest first, in pages.", {
      [users]: "ListUsers: newest first, 50 to a page unless asked, 200 at most",
    }),
    asWritten("N95", "`CreateUser` creates a user.", {
      [users]: [
        "CreateUser with a password lets the user sign in",
        "CreateUser with an invitation mails a link that sets the first password",
      ],
    }),
    asWritten("N96", "`UpdateUser` changes a user, `custom_claims` included.", {
      [users]: [
        "UpdateUser changes what is given and replaces the claims whole",
        "UpdateUser: a new address is unverified unless it is said to be, and must be free",
      ],
    }),
    asWritten("N97", "`DisableUser` and `EnableUser` block and allow a user.", {
      [users]: "DisableUser blocks sign-in and every session at once; EnableUser lets the user back in",
    }),
    asWritten("N98", "`DeleteUser` deletes a user, `RevokeUserSessions` ends all sessions of one.", {
      [users]: "RevokeUserSessions ends all devices and counts them; DeleteUser removes the user for good",
    }),
    asWritten("N99", "`ListUserPushDevices` and `ListPushDevices` return live push credentials.", {
      [push]: [
        "ListUserPushDevices gives the tokens, the most recently registered first",
        "ListPushDevices pages through the whole project, newest first, and through no other",
      ],
    }),
    asWritten("N100", "No other surface ever returns a push token.", {
      "server/src/rpc/push/push-secrecy.test.ts":
        "stand in no answer to the app, in no log line and nowhere in the database",
      "server/src/rpc/admin/push-service.test.ts":
        "ListPushDevices shows whose device it is and never its token, newest first, by page and filter",
    }),
    asWritten("N101", "`RevokePushDevice` removes a credential that a push provider reports dead.", {
      [push]: [
        "RevokePushDevice removes a device by id or by token, and the event says why",
        "a report that is older than the last registration changes nothing, by token or by id",
      ],
    }),
    asWritten("N102", "A secret key of another project is gRPC `PERMISSION_DENIED`.", {
      [users]: "a user of another project is WRONG_PROJECT on every method, and stays as it was",
      [tokens]: "another project's token is PERMISSION_DENIED, WRONG_PROJECT",
      [push]: "RevokePushDevice reaches no device of another project",
    }),
  ],
};
