import { allUseCases, useCaseNamed } from "./all-use-cases.ts";
import type { Pair } from "./explore.ts";
import { copyNames, repeatNames } from "./repeat-use-cases.ts";

/** Forms of another use case of the list. They meet the acts of recovery, and not each other: a full run stays below an hour. */
const VARIANTS: ReadonlySet<string> = new Set([
  "SignUp (the address that is asked for)",
  "SignUpWithPasskey (the address that is asked for)",
  "SignIn (imported hash)",
  "SignIn (wrong password)",
  "RefreshToken (attempt id)",
  "SignOut (refresh token)",
  "SignInAnonymously",
  ...repeatNames,
  "UpdateMe",
  "ConfirmEmailVerification (removes Google)",
  "RejectEmailVerification (another way in)",
  "ConfirmPasswordReset (invitation)",
  "RequestEmailChange (recent session)",
  "DeleteAccount (guest or recent session)",
  "LinkPassword (guest), then verified",
  "LinkPassword (the person's address)",
  "LinkPassword (first address)",
  "SignInWithOAuth (linked Apple account)",
  "SignInWithOAuth (new account)",
  "UnlinkIdentity (Apple)",
  "UnlinkIdentity (Google, by an administrator)",
  "Apple: consent revoked",
  "Apple: account deleted (the only way in)",
  "UpdateUser (claims)",
  "UpdateUser (email_verified)",
  "RevokeUserSession",
  "ImportUsers (the address that is asked for)",
  "RemoveAdmin (the colleague)",
  "CompleteSignIn (recovery code)",
  "CompleteSignIn (Google)",
  "StartTotpEnrollment",
  "ConfirmTotpEnrollment (another app)",
  "RegenerateRecoveryCodes",
  "Reauthenticate (authenticator app)",
  "add stand-by keys (to a project of 0.1.0)",
]);

const RECOVERY: ReadonlySet<string> = new Set([
  "ConfirmPasswordReset",
  "ChangePassword",
  "ConfirmEmailChange",
  "UndoEmailChange",
  "LinkPassword (guest)",
  "UnlinkIdentity (Google)",
  "RemoveMyPasskey",
  "RemoveTotp",
  "UpdateUser (password)",
  "DisableUser",
  "DeleteUser",
  "RevokeUserSessions",
  "RemoveAdmin",
]);

/** In `npm test`: the pairs by which 0.1.0 lost accounts, or locks once crossed, in both orders, and a few of all. */
const KNOWN: readonly (readonly [string, string])[] = [
  ["SignIn", "ConfirmPasswordReset"],
  ["SignIn (imported hash)", "ConfirmPasswordReset"],
  ["SignIn", "DisableUser"],
  ["SignIn (attempt id), then again", "ConfirmPasswordReset"],
  ["SignInWithOAuth (attempt id)", "DisableUser"],
  ["SignIn", "UpdateUser (password)"],
  ["SignInWithPasskey", "RemoveMyPasskey"],
  ["SignInWithPasskey", "ConfirmPasswordReset"],
  ["SignIn", "ConfirmTotpEnrollment"],
  ["RejectEmailVerification", "ConfirmTotpEnrollment"],
  ["ConfirmAccountDeletion", "ConfirmTotpEnrollment"],
  ["CompleteSignIn", "ConfirmPasswordReset"],
  ["CompleteSignIn", "RevokeUserSessions"],
  ["CompleteSignIn", "DeleteUser"],
  ["CompleteSignIn", "RemoveTotp"],
  ["CompleteSignIn", "ResetUserFactors"],
  ["CompleteSignIn (recovery code)", "ConfirmTotpEnrollment (another app)"],
  ["ChangePassword", "ConfirmPasswordReset"],
  ["LinkPassword (guest)", "LinkPassword (guest), then verified"],
  ["SignInWithOAuth (linked Google account)", "DisableUser"],
  ["ConfirmEmailChange", "RevokeUserSessions"],
  ["deliver mail (change_email)", "ConfirmPasswordReset"],
  ["AcceptInvite", "RemoveAdmin"],
  ["admin LoginWithPasskey", "svc admin reset-factors"],
  ["admin LoginWithPasskey", "admin RemoveMyPasskey"],
  ["Reauthenticate (with a passkey)", "svc admin create (new password)"],
  ["Reauthenticate (with a passkey)", "admin LoginWithPasskey (in the browser of the session)"],
  ["CreatePersonalAccessToken", "svc admin create --revoke-tokens"],
  ["CreatePersonalAccessToken (with a token)", "RevokePersonalAccessToken (with children)"],
  ["RotateSigningKey", "ResetSigningKey"],
  ["RotateSigningKey", "DeleteProject"],
  ["add stand-by keys (to a project of 0.1.0)", "RotateSigningKey"],
  ["add stand-by keys (to a project of 0.1.0)", "ResetSigningKey"],
];

const EVERY = 691;

/** Every ordered pair of calls that have a row in common: not an administrator's call and a user's. */
export function allPairs(): Pair[] {
  const pairs = allUseCases.flatMap((a) => allUseCases.map((b) => ({ a, b })));
  const related = pairs.filter(({ a, b }) => {
    const isRelated = a.about === b.about || a.about === "project" || b.about === "project";
    const variants = [a, b].filter(({ name }) => VARIANTS.has(name));
    return isRelated && (variants.length === 0 || [a, b].some(({ name }) => RECOVERY.has(name)));
  });
  return [...related, ...copies()];
}

/** Two copies of one request, which are variants of each other. */
function copies(): Pair[] {
  return copyNames.map(useCaseNamed).map((copy) => ({ a: copy, b: copy }));
}

export function sampledPairs(): Pair[] {
  const known = KNOWN.flatMap(([one, other]) => {
    const [a, b] = [useCaseNamed(one), useCaseNamed(other)];
    return [
      { a, b },
      { a: b, b: a },
    ];
  });
  return [...known, ...copies(), ...allPairs().filter((_, index) => index % EVERY === 0)];
}

/** SVC_EXPLORE="SignIn|DisableUser" explores every pair of the named ones, and no other. */
export function namedPairs(): Pair[] | undefined {
  const named = process.env.SVC_EXPLORE?.split("|").map(useCaseNamed);
  return named?.flatMap((a) => named.map((b) => ({ a, b })));
}
