import { AppError } from "../../errors.ts";
import { canonicalEmail } from "../accounts/email.ts";
import { requireAvatarUrl, requireDisplayName } from "../accounts/profile.ts";
import { withoutDirectionMarks } from "../direction-marks.ts";
import type { OAuthProvider, ProviderIdentity } from "./identity-provider.ts";
import { type Claims, UntrustedToken } from "./verify-provider-jwt.ts";

/** Reads the identity from the claims of a verified token. */
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
 * Google is authoritative for its own mailboxes and those of a Workspace domain. It has verified other addresses once,
 * but their mailbox may have another owner today.
 */
function isAuthoritative(provider: OAuthProvider, { hd }: Claims, email: string): boolean {
  return provider === "apple" || email.endsWith("@gmail.com") || (typeof hd === "string" && hd !== "");
}

/** Apple used to send its flags as strings, and sends them as booleans today. */
function readFlag(provider: OAuthProvider, claims: Claims, name: string): boolean {
  const { [name]: flag = false } = claims;
  if (typeof flag === "boolean") return flag;
  if (provider === "apple" && (flag === "true" || flag === "false")) return flag === "true";
  throw new UntrustedToken(`${name} is neither true nor false`);
}

/** For display only: an invalid value is left out. */
function lenient(claim: unknown, require: (text: string) => string): string {
  try {
    return typeof claim === "string" ? require(claim) : "";
  } catch (error) {
    if (error instanceof AppError) return "";
    throw error;
  }
}
