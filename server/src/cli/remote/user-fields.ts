import type { UserJson } from "@svc/proto/svc/admin/v1/user_pb";

/** What kind of account it is and whether it can sign in, in words. */
export function stateOf({ disabled, isAnonymous, emailVerified }: UserJson): string {
  if (disabled) return "disabled";
  if (isAnonymous) return "guest";
  return emailVerified ? "verified" : "unverified";
}

/** Everything about a user, a line each. */
export function userFields(user: UserJson): string[][] {
  const { identities = [], sessions = [], customClaims = {} } = user;
  return [
    ["id", user.id ?? ""],
    ["email", user.email ?? ""],
    ["name", user.displayName ?? ""],
    ["state", stateOf(user)],
    ["password", user.hasPassword ? "set" : "none"],
    ["claims", JSON.stringify(customClaims)],
    ["created", user.createdAt ?? ""],
    ["last sign-in", user.lastSignInAt ?? "never"],
    ...identities.map(({ provider, email = "" }) => ["identity", `${providerOf(provider)} ${email}`.trim()]),
    ...sessions.map(({ id = "", device = "", lastUsedAt = "" }) => [
      "session",
      `${id}, last used ${lastUsedAt}, ${device || "unknown device"}`,
    ]),
  ];
}

function providerOf(provider = ""): string {
  return provider.replace(/^OAUTH_PROVIDER_/, "").toLowerCase();
}
