import type { DescMethod, DescService, MessageShape } from "@bufbuild/protobuf";
import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { BillingService } from "@svc/proto/svc/billing/v1/billing_pb";
import { canonicalEmail } from "../../domain/accounts/email.ts";
import { accountSubject } from "../../domain/rate-limits/account-subject.ts";
import { familySubject } from "../../domain/rate-limits/family-subject.ts";
import type { RateLimitName } from "../../domain/rate-limits/rules.ts";
import type { Reason } from "../../errors.ts";
import { networkOf } from "../../wire/network-of.ts";
import { requireAdmin, requireProject, requireSignedIn } from "../context.ts";
import type { Rule, Subject } from "./rate-limit.ts";

/** For every method of the service, so that none is left without a decision: an empty list is one. */
type RuleTable<S extends DescService> = {
  [K in keyof S["method"]]: readonly Rule<MessageShape<S["method"][K]["input"]>>[];
};

const address: Subject<unknown> = (_request, { clientIp }) => networkOf(clientIp);

const typedAccount: Subject<{ email: string }> = ({ email }, context) =>
  accountSubject(requireProject(context).id, email);

/** A device that is known for the account has a budget of its own: others can neither spend it nor hide behind it. */
function unlessKnown<R>(subject: Subject<R>): Subject<R> {
  return (request, context, app) =>
    context.knownDevice === undefined ? subject(request, context, app) : undefined;
}

/** Strangers and known devices behind one address do not spend each other's calls. */
const callingAddress: Subject<unknown> = (_request, { clientIp, knownDevice }) =>
  knownDevice === undefined ? networkOf(clientIp) : `known\n${networkOf(clientIp)}`;

const callingAccount: Subject<{ email: string }> = (request, context, app) =>
  context.knownDevice === undefined ? typedAccount(request, context, app) : `known\n${context.knownDevice}`;

/** The caller's own account, when the call carries its password. */
const ownAccount: Subject<{ currentPassword: string }> = ({ currentPassword }, context) => {
  const { email } = requireSignedIn(context).user;
  if (currentPassword === "" || email === null) return undefined;
  return accountSubject(requireProject(context).id, email);
};

const addressWithPassword: Subject<{ currentPassword: string }> = (request, context) =>
  request.currentPassword === "" ? undefined : networkOf(context.clientIp);

const signedInUser: Subject<unknown> = (_request, context) =>
  `${requireProject(context).id}\n${requireSignedIn(context).user.id}`;

const family: Subject<{ refreshToken: string }> = ({ refreshToken }, context, app) =>
  familySubject(app, requireProject(context).id, refreshToken);

const link: Subject<{ token: string }> = ({ token }, context) =>
  token === "" ? undefined : `${context.project?.id ?? ""}\n${token}`;

const typedAdmin: Subject<{ email: string }> = ({ email }) => canonicalEmail(email) ?? email;

const ownAdmin: Subject<unknown> = (_request, context) => requireAdmin(context).email;

function calls<R>(name: RateLimitName, subject: Subject<R>): Rule<R> {
  return { name, subject, counts: "calls" };
}

function failures<R>(name: RateLimitName, subject: Subject<R>, ...reasons: Reason[]): Rule<R> {
  return { name, subject, counts: "failures", failures: reasons, successProves: false };
}

/** A success proves whose account it is and clears what others have failed on it. */
function failuresInARow<R>(name: RateLimitName, subject: Subject<R>, ...reasons: Reason[]): Rule<R> {
  return { name, subject, counts: "failures", failures: reasons, successProves: true };
}

function failuresAfterwards<R>(name: RateLimitName, subject: Subject<R>, ...reasons: Reason[]): Rule<R> {
  return { name, subject, counts: "failures-afterwards", failures: reasons };
}

const mailRules = [calls("mail_address", address)];

const linkRules = [calls("confirm_address", address), calls("confirm_token", link)];

/** Succeeding without the password, on a fresh session, proves nothing about it. */
const currentPasswordRules = [
  failures("sign_in_address", addressWithPassword, "INVALID_CREDENTIALS"),
  failures("sign_in_account", ownAccount, "INVALID_CREDENTIALS"),
];

const oauthRules = [failures("sign_in_address", address, "OAUTH_TOKEN_INVALID", "OAUTH_CODE_INVALID")];

const authRules: RuleTable<typeof AuthService> = {
  signUp: [calls("sign_up_address", address), ...mailRules],
  signIn: [
    calls("sign_in_calls_address", callingAddress),
    calls("sign_in_calls_account", callingAccount),
    failures("sign_in_address", unlessKnown(address), "INVALID_CREDENTIALS"),
    failuresInARow("sign_in_account", unlessKnown(typedAccount), "INVALID_CREDENTIALS"),
  ],
  refreshToken: [
    calls("refresh_address", address),
    failuresAfterwards("refresh_family", family, "REFRESH_TOKEN_INVALID", "REFRESH_TOKEN_REUSED"),
  ],
  signOut: [],
  signInAnonymously: [calls("anonymous_address", address)],
  linkPassword: [
    calls("link_address", address),
    failures("link_guest", signedInUser, "EMAIL_ALREADY_EXISTS"),
  ],
  signInWithOAuth: oauthRules,
  exchangeOAuthCode: oauthRules,
  linkOAuth: [
    calls("link_address", address),
    failures(
      "link_guest",
      signedInUser,
      "EMAIL_ALREADY_EXISTS",
      "OAUTH_ACCOUNT_EXISTS",
      "OAUTH_TOKEN_INVALID",
      "OAUTH_CODE_INVALID",
    ),
  ],
  unlinkIdentity: currentPasswordRules,
  getMe: [],
  updateMe: [],
  changePassword: [
    failures("sign_in_address", address, "INVALID_CREDENTIALS"),
    failuresInARow("sign_in_account", ownAccount, "INVALID_CREDENTIALS"),
  ],
  requestEmailVerification: mailRules,
  confirmEmailVerification: linkRules,
  rejectEmailVerification: linkRules,
  requestPasswordReset: mailRules,
  confirmPasswordReset: linkRules,
  requestEmailChange: [...mailRules, ...currentPasswordRules],
  confirmEmailChange: linkRules,
  undoEmailChange: linkRules,
  // Not by link: scanners that open it must not use up what its owner needs to confirm.
  inspectEmailLink: [calls("confirm_address", address)],
  listMySessions: [],
  revokeMySession: [],
  revokeMyOtherSessions: [],
  deleteAccount: currentPasswordRules,
  requestAccountDeletion: mailRules,
  confirmAccountDeletion: linkRules,
};

/** Each asks a store, which has limits of its own. */
const purchaseRules = [calls("purchase_address", address), calls("purchase_user", signedInUser)];

const billingRules: RuleTable<typeof BillingService> = {
  getBillingConfig: [],
  getBillingAccount: [],
  listEntitlements: [],
  listSubscriptions: [],
  listPurchases: [],
  syncPurchases: purchaseRules,
  createCheckoutSession: purchaseRules,
  createPortalSession: purchaseRules,
};

const adminSessionRules: RuleTable<typeof SessionService> = {
  login: [
    failures("admin_login_address", unlessKnown(address), "INVALID_CREDENTIALS"),
    failuresInARow("admin_login_account", unlessKnown(typedAdmin), "INVALID_CREDENTIALS"),
  ],
  logout: [],
  getCurrentAdmin: [],
  reauthenticate: [
    failures("admin_login_address", address, "INVALID_CREDENTIALS"),
    failuresInARow("admin_login_account", ownAdmin, "INVALID_CREDENTIALS"),
  ],
  listMySessions: [],
  revokeMySession: [],
};

const adminAccountRules: RuleTable<typeof AdminAccountService> = {
  acceptInvite: linkRules,
  changePassword: [
    failures("admin_login_address", address, "INVALID_CREDENTIALS"),
    failures("admin_login_account", ownAdmin, "INVALID_CREDENTIALS"),
  ],
  listAdmins: [],
  inviteAdmin: [],
  removeAdmin: [],
  createPersonalAccessToken: [],
  listPersonalAccessTokens: [],
  revokePersonalAccessToken: [],
};

type AnyRuleTable = Readonly<Record<string, readonly Rule<never>[]>>;

const tables: ReadonlyMap<string, AnyRuleTable> = new Map<string, AnyRuleTable>([
  [AuthService.typeName, authRules],
  [BillingService.typeName, billingRules],
  [SessionService.typeName, adminSessionRules],
  [AdminAccountService.typeName, adminAccountRules],
]);

/**
 * The limits of a method, or undefined where the table says nothing: behind a secret key or an
 * administrator's credential, which the guard limits, there is nothing left to guess.
 */
export function rulesOf(method: DescMethod): readonly Rule<never>[] | undefined {
  return tables.get(method.parent.typeName)?.[method.localName];
}
