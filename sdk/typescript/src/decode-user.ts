import type { OauthProviderJson } from "@svc/proto/svc/auth/v1/provider_pb";
import type { UserJson } from "@svc/proto/svc/auth/v1/user_pb";
import type { Provider, User } from "./contract.ts";

const PREFIX = "OAUTH_PROVIDER_";

/** The same input with the provider named as the contract does. */
export function withOauthProvider<T>({ provider, ...rest }: T & { provider: Provider }) {
  return { ...rest, provider: oauthProvider(provider) };
}

/** `google` is `OAUTH_PROVIDER_GOOGLE` on the wire. */
function oauthProvider(provider: Provider): OauthProviderJson {
  return (PREFIX + provider.toUpperCase()) as OauthProviderJson;
}

/** The user as the app sees it: what is empty on the wire is absent here. */
export function decodeUser({ email, displayName, avatarUrl, locale, recovery, ...user }: UserJson): User {
  return {
    ...user,
    ...(email && { email }),
    ...(displayName && { displayName }),
    ...(avatarUrl && { avatarUrl }),
    ...(locale && { locale }),
    // `ACCOUNT_RECOVERY_EMAIL` on the wire.
    ...(recovery && { recovery: recovery.slice(17).toLowerCase() }),
    identities: user.identities?.map(({ provider = PREFIX, ...identity }) => ({
      ...identity,
      provider: provider.slice(PREFIX.length).toLowerCase(),
    })),
  } as User;
}
