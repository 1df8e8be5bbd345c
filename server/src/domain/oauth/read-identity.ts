import { AppError } from "../../errors.ts";
import { canonicalEmail } from "../accounts/email.ts";
import { requireAvatarUrl, requireDisplayName } from "../accounts/profile.ts";
import { withoutDirectionMarks } from "../direction-marks.ts";
import type { OAuthProvider, ProviderIdentity } from "./identity-provider.ts";
import { type Claims, UntrustedToken } from "./verify-provider-jwt.ts";

/** What the claims of a believed token say about the account. */
export function readIdentity(provider: OAuthProvider, claims: Claims): ProviderIdentity {
  const { sub } = claims;
  if (typeof sub !== "string" || !/^[\x21-\x7e]{1,255}$/.test(sub)) throw new UntrustedToken("no usable sub");
  const email = typeof claims.email === "string" ? (canonicalEmail(claims.email) ?? null) : null;
  const emailVerified = readFlag(provider, claims, "email_verified") && email !== null;
  return {
    provider,
    subject: sub,
    email,
    emailVerified,
    emailAuthoritative: emailVerified && isAuthoritative(provider, claims, email ?? ""),
    isPrivateEmail: provider === "apple" && readFlag(provider, claims, "is_private_email"),
    name: lenient(claims.name, (name) => requireDisplayName(withoutDirectionMarks(name))),
    picture: lenient(claims.picture, requireAvatarUrl),
  };
}

/**
 * Google answers for its own mailboxes and for those of a Workspace domain; other addresses it has
 * seen verified once, whoever reads their mail today.
 */
function isAuthoritative(provider: OAuthProvider, { hd }: Claims, email: string): boolean {
  return provider === "apple" || email.endsWith("@gmail.com") || (typeof hd === "string" && hd !== "");
}

/** Apple has written its flags as text, and writes them as booleans today. */
function readFlag(provider: OAuthProvider, claims: Claims, name: string): boolean {
  const { [name]: flag = false } = claims;
  if (typeof flag === "boolean") return flag;
  if (provider === "apple" && (flag === "true" || flag === "false")) return flag === "true";
  throw new UntrustedToken(`${name} is neither true nor false`);
}

/** For display only: what we would not take from a user is left out. */
function lenient(claim: unknown, require: (text: string) => string): string {
  try {
    return typeof claim === "string" ? require(claim) : "";
  } catch (error) {
    if (error instanceof AppError) return "";
    throw error;
  }
}
