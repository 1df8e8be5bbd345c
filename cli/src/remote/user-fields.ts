import type { UserJson, UserSessionJson } from "@svc/proto/svc/admin/v1/user_pb";
import type { IdentityJson } from "@svc/proto/svc/auth/v1/user_pb";
import { jsonText } from "../json-text.ts";
import { providerWords, wordOf } from "./enum-words.ts";

/** What kind of account it is and whether it can sign in, in words. */
export function stateOf({ disabled, deletionTime, isAnonymous, emailVerified }: UserJson): string {
  if (disabled) return "disabled";
  if (deletionTime) return "to be deleted";
  if (isAnonymous) return "guest";
  return emailVerified ? "verified" : "unverified";
}

/** Everything about a user, a line each. */
export function userFields(user: UserJson): string[][] {
  const { identities = [], sessions = [], customClaims = {} } = user;
  return [
    ["id", user.id ?? ""],
    ["email", user.email ?? ""],
    ["verified", yesOrNo(user.emailVerified)],
    ...(user.emailBounces ? [["bounces", user.emailBounceReason || "yes"]] : []),
    ["name", user.displayName ?? ""],
    ["avatar", user.avatarUrl ?? ""],
    ["locale", user.locale ?? ""],
    ["state", stateOf(user)],
    ["guest", yesOrNo(user.isAnonymous)],
    ["password", user.hasPassword ? "set" : "none"],
    ["passkeys", String(user.passkeyCount ?? 0)],
    ["claims", jsonText(customClaims)],
    ["created", user.createdAt ?? ""],
    ["last sign-in", user.lastSignInAt ?? "never"],
    ...(user.deletionTime ? [["deleted on", user.deletionTime]] : []),
    ...identities.map((identity) => ["identity", identityWords(identity)]),
    ...sessions.map((session) => ["session", sessionWords(session)]),
    ["etag", user.etag ?? ""],
  ];
}

function identityWords({ provider, email = "", linkedAt = "" }: IdentityJson): string {
  return [`${wordOf(providerWords, provider)} ${email}`.trim(), `linked ${linkedAt}`].join(", ");
}

function sessionWords(session: UserSessionJson): string {
  const { id = "", method = "", createdAt = "", lastUsedAt = "", expiresAt = "", ip = "" } = session;
  return [
    id,
    `signed in ${createdAt}${method === "" ? "" : ` by ${method}`}${ip === "" ? "" : ` from ${ip}`}`,
    `last used ${lastUsedAt}`,
    `ends ${expiresAt}`,
    session.device || "unknown device",
  ].join(", ");
}

function yesOrNo(is = false): string {
  return is ? "yes" : "no";
}
