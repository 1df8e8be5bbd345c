import type { MessageInitShape } from "@bufbuild/protobuf";
import { CheckStatus, type SignInProviderCheckSchema } from "@svc/proto/svc/admin/v1/sign_in_provider_pb";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import { type OAuthProvider, oauthProviders } from "../../domain/oauth/identity-provider.ts";
import type { ProviderCheck, ProviderCheckStatus } from "../../domain/oauth/provider-check.ts";
import { invalidRequest } from "../../errors.ts";
import { providerName } from "../auth/encode.ts";

const providers: Readonly<Record<OAuthProvider, OauthProvider>> = {
  google: OauthProvider.GOOGLE,
  apple: OauthProvider.APPLE,
};

const statuses: Readonly<Record<ProviderCheckStatus, CheckStatus>> = {
  ok: CheckStatus.OK,
  warning: CheckStatus.WARNING,
  failure: CheckStatus.FAILURE,
  unknown: CheckStatus.UNKNOWN,
};

export function encodeProvider(provider: OAuthProvider): OauthProvider {
  return providers[provider];
}

export function decodeProvider(provider: OauthProvider): OAuthProvider {
  const name = providerName(provider);
  const known = oauthProviders.find((one) => one === name);
  if (known === undefined) throw invalidRequest("provider", "is required");
  return known;
}

export function encodeProviderCheck(
  check: ProviderCheck,
): MessageInitShape<typeof SignInProviderCheckSchema> {
  return { ...check, status: statuses[check.status] };
}
