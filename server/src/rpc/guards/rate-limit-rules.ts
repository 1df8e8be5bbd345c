import { readCredentialJson } from "../../crypto/webauthn/credential-json.ts";
import { WebAuthnError } from "../../crypto/webauthn/webauthn-error.ts";
import { canonicalEmail } from "../../domain/accounts/email.ts";
import { accountSubject } from "../../domain/rate-limits/account-subject.ts";
import { familySubject } from "../../domain/rate-limits/family-subject.ts";
import type { RateLimitName } from "../../domain/rate-limits/rules.ts";
import type { Reason } from "../../errors.ts";
import { networkOf } from "../../wire/network-of.ts";
import type { AdminCall, AppCall, Call, UserCall } from "../context.ts";
import type { Rule, Subject } from "./rate-limit.ts";

export const address: Subject<unknown> = (_request, { clientIp }) => networkOf(clientIp);

export const typedAccount: Subject<{ email: string }, AppCall> = ({ email }, { project }) =>
  accountSubject(project.id, email);

/** A device that is known for the account has a budget of its own: others can neither spend it nor hide behind it. */
export function unlessKnown<R, C extends Call>(subject: Subject<R, C>): Subject<R, C> {
  return (request, context, app) =>
    context.knownDevice === undefined ? subject(request, context, app) : undefined;
}

/** Strangers and known devices behind one address do not spend each other's calls. */
export const callingAddress: Subject<unknown> = (_request, { clientIp, knownDevice }) =>
  knownDevice === undefined ? networkOf(clientIp) : `known\n${networkOf(clientIp)}`;

export const callingAccount: Subject<{ email: string }, AppCall> = (request, context, app) =>
  context.knownDevice === undefined ? typedAccount(request, context, app) : `known\n${context.knownDevice}`;

/** A passkey belongs to one account. What cannot be read signs nobody in, and has the limits of its address. */
export const callingPasskey: Subject<{ credentialJson: string }, AppCall> = (
  { credentialJson },
  { project },
) => {
  try {
    const { credentialId } = readCredentialJson(credentialJson);
    return `passkey\n${project.id}\n${credentialId.toString("base64url")}`;
  } catch (error) {
    if (error instanceof WebAuthnError) return undefined;
    throw error;
  }
};

/** The caller's own account, when the call carries its password. */
export const ownAccount: Subject<{ currentPassword: string }, UserCall> = (request, context) => {
  const { email } = context.signedIn.user;
  if (request.currentPassword === "" || email === null) return undefined;
  return accountSubject(context.project.id, email);
};

/** The same for a proof that may be the password. */
export const provenAccount: Subject<{ proof: { case: string | undefined } }, UserCall> = (
  request,
  context,
) => {
  const { email } = context.signedIn.user;
  if (request.proof.case !== "password" || email === null) return undefined;
  return accountSubject(context.project.id, email);
};

const addressWithPassword: Subject<{ currentPassword: string }> = (request, context) =>
  request.currentPassword === "" ? undefined : networkOf(context.clientIp);

export const signedInUser: Subject<unknown, UserCall> = (_request, { project, signedIn }) =>
  `${project.id}\n${signedIn.user.id}`;

export const family: Subject<{ refreshToken: string }, AppCall> = ({ refreshToken }, { project }) =>
  familySubject(project.id, refreshToken);

const link: Subject<{ token: string }, AppCall> = ({ token }, { project }) =>
  token === "" ? undefined : `${project.id}\n${token}`;

/** An invitation belongs to no project. */
const invite: Subject<{ token: string }> = ({ token }) => (token === "" ? undefined : `\n${token}`);

export const typedAdmin: Subject<{ email: string }> = ({ email }) => canonicalEmail(email) ?? email;

export const ownAdmin: Subject<unknown, AdminCall> = (_request, { admin }) => admin.email;

export function calls<R, C>(name: RateLimitName, subject: Subject<R, C>): Rule<R, C> {
  return { name, subject, counts: "calls" };
}

/** For a method whose handler passes `pendingTake` on. */
export function callsInHandler<R, C>(name: RateLimitName, subject: Subject<R, C>): Rule<R, C> {
  return { name, subject, counts: "calls-in-handler" };
}

export function failures<R, C>(
  name: RateLimitName,
  subject: Subject<R, C>,
  ...reasons: Reason[]
): Rule<R, C> {
  return { name, subject, counts: "failures", failures: reasons, successProves: false };
}

/** A success proves whose account it is and clears what others have failed on it. */
export function failuresInARow<R, C>(
  name: RateLimitName,
  subject: Subject<R, C>,
  ...reasons: Reason[]
): Rule<R, C> {
  return { name, subject, counts: "failures", failures: reasons, successProves: true };
}

export function failuresAfterwards<R, C>(
  name: RateLimitName,
  subject: Subject<R, C>,
  ...reasons: Reason[]
): Rule<R, C> {
  return { name, subject, counts: "failures-afterwards", failures: reasons };
}

export const mailRules = [calls("mail_address", address)];

export const linkRules = [calls("confirm_address", address), calls("confirm_token", link)];

export const inviteRules = [calls("confirm_address", address), calls("confirm_token", invite)];

/** Succeeding without the password, on a fresh session, proves nothing about it. */
export const currentPasswordRules = [
  failures("sign_in_address", addressWithPassword, "INVALID_CREDENTIALS"),
  failures("sign_in_account", ownAccount, "INVALID_CREDENTIALS"),
];

export const oauthRules = [failures("sign_in_address", address, "OAUTH_TOKEN_INVALID", "OAUTH_CODE_INVALID")];

/** Each asks a store, which has limits of its own. */
export const purchaseRules = [calls("purchase_address", address), calls("purchase_user", signedInUser)];
