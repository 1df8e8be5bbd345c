import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import { users as text } from "../../strings/users.ts";

/** What to call somebody: the name, or else the address. */
export function nameOfUser({ displayName, email }: User): string {
  return withoutDirectionMarks(displayName) || email || text.guest;
}

/** Two letters of the name, or of the address. */
export function initialsOf(user: User): string {
  const words = nameOfUser(user)
    .replace(/@.*/, "")
    .split(/[\s._@-]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("");
}

/** Older servers stored marks that turn text around; in a sentence they would turn the rest of it, too. */
export function withoutDirectionMarks(name: string): string {
  return name.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
}

/** "Password, Google". With an address alone, a user can sign in with a code by email or set a password. */
export function methodsOf({ hasPassword, identities, passkeyCount, email }: User): string {
  const names = identities.map(({ provider }) =>
    provider === OauthProvider.APPLE ? text.providers.apple : text.providers.google,
  );
  const all = [
    ...(hasPassword ? [text.providers.password] : []),
    ...new Set(names),
    ...(passkeyCount > 0 ? [text.passkey] : []),
  ];
  if (all.length > 0) return all.join(", ");
  return email ? text.emailOnly : text.none;
}
