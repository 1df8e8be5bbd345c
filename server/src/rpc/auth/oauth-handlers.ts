import type { LinkOAuthRequest, OAuthCredential } from "@svc/proto/svc/auth/v1/oauth_pb";
import type { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import type { App } from "../../app.ts";
import { identitiesOf } from "../../domain/accounts/identities-of.ts";
import { type OAuthProvider, oauthProviders } from "../../domain/oauth/identity-provider.ts";
import { type LinkOAuthInput, linkOAuth } from "../../domain/oauth/link-oauth.ts";
import type { Credential } from "../../domain/oauth/proof.ts";
import { exchangeOAuthCode, signInWithOAuth } from "../../domain/oauth/sign-in-with-oauth.ts";
import { unlinkIdentity } from "../../domain/oauth/unlink-identity.ts";
import { invalidRequest } from "../../errors.ts";
import { deviceOf, languagesOf } from "../context.ts";
import type { AuthHandlers } from "../methods/auth.ts";
import { encodeTokens, encodeUser, providerName } from "./encode.ts";
import { withDevice } from "./with-device.ts";

/** Signing in with Google and Apple, and their accounts beside the others of a user. */
export function oauthHandlers(app: App): AuthHandlers {
  return {
    async signInWithOAuth({ credential, attemptId, locale }, context) {
      const asked = languagesOf(context, locale);
      const input = { credential: decodeCredential(credential), attemptId, asked };
      const pair = await signInWithOAuth(app, context.project, input, deviceOf(context));
      return withDevice(app, context, pair);
    },

    async exchangeOAuthCode({ code, codeVerifier, attemptId, locale }, context) {
      const input = { exchange: { code, codeVerifier }, attemptId, asked: languagesOf(context, locale) };
      const pair = await exchangeOAuthCode(app, context.project, input, deviceOf(context));
      return withDevice(app, context, pair);
    },

    async linkOAuth({ source, attemptId, locale }, context) {
      const { project, signedIn, clientIp: ip, userAgent } = context;
      const input = { source: decodeSource(source), attemptId, asked: languagesOf(context, locale) };
      return encodeTokens(await linkOAuth(app, project, signedIn, input, { ip, userAgent }));
    },

    async unlinkIdentity({ provider, currentPassword }, { project, signedIn, clientIp: ip, userAgent }) {
      const input = { provider: requireProvider(provider, "provider"), currentPassword };
      const user = await unlinkIdentity(app, project, signedIn, input, { ip, userAgent });
      return { user: encodeUser(user, await identitiesOf(app, user)) };
    },
  };
}

function decodeSource(source: LinkOAuthRequest["source"]): LinkOAuthInput["source"] {
  if (source.case === "exchange") return { kind: "exchange", exchange: source.value };
  return { kind: "credential", credential: decodeCredential(source.value) };
}

function decodeCredential(credential: OAuthCredential | undefined): Credential {
  if (!credential) throw invalidRequest("credential", "is required");
  if (credential.idToken === "") throw invalidRequest("credential.id_token", "is required");
  return { ...credential, provider: requireProvider(credential.provider, "credential.provider") };
}

function requireProvider(provider: OauthProvider, field: string): OAuthProvider {
  const name = oauthProviders.find((one) => one === providerName(provider));
  if (!name) throw invalidRequest(field, "is required");
  return name;
}
