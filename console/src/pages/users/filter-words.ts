import type { MessageInitShape } from "@bufbuild/protobuf";
import type { UserFiltersSchema } from "@svc/proto/svc/admin/v1/user_pb";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import { users as text } from "../../strings/users.ts";

/** Whom a search and filters match, as the fields of the list say it: "“load.test”, Disabled, Google". */
export function filterWords(
  query: string,
  filters: MessageInitShape<typeof UserFiltersSchema> | undefined,
): string {
  const { disabled, emailVerified, isAnonymous, provider, hasPassword } = filters ?? {};
  const words = [
    query && text.searched(query),
    disabled !== undefined && text.statuses[disabled ? "disabled" : "enabled"],
    emailVerified !== undefined && text.verifiedOptions[emailVerified ? "yes" : "no"],
    isAnonymous !== undefined && text.kinds[isAnonymous ? "guest" : "user"],
    provider === OauthProvider.GOOGLE && text.providers.google,
    provider === OauthProvider.APPLE && text.providers.apple,
    hasPassword && text.providers.password,
  ].filter((word) => word);
  return words.length === 0 ? text.everybody : text.whoMatch(words.join(", "));
}
