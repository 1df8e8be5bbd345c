import type { App } from "../../app.ts";
import { browserProviders } from "../../domain/oauth/provider-state.ts";
import { offeredLanguages } from "../../domain/projects/languages.ts";
import { issuerOf, jwksUrlOf } from "../../domain/projects/urls.ts";
import { themeOf } from "../../domain/themes/current-theme.ts";
import type { ConfigHandlers } from "../methods/auth.ts";
import { encodeTheme } from "./encode.ts";
import { encodeMfaPolicy } from "./encode-mfa-policy.ts";

export function configService(app: Pick<App, "baseUrl" | "db">): ConfigHandlers {
  return {
    async getProjectConfig(_request, { project }) {
      const { settings } = project;
      const inBrowser = await browserProviders(app, project);
      return {
        projectName: project.name,
        slug: project.slug,
        providers: {
          password: { enabled: true },
          google: { enabled: settings.google.enabled, browser: inBrowser.has("google") },
          apple: { enabled: settings.apple.enabled, browser: inBrowser.has("apple") },
          anonymous: { enabled: settings.allowAnonymousSignIn },
          emailCode: { enabled: settings.allowEmailCodes },
          passkey: { enabled: settings.passkeys.enabled },
        },
        googleClientIds: {
          web: settings.google.webClientId,
          ios: settings.google.iosClientId,
          android: settings.google.androidClientId,
        },
        passwordPolicy: settings.passwordPolicy,
        anonymousSignInAllowed: settings.allowAnonymousSignIn,
        signUpOpen: !settings.signUpClosed,
        requireEmailVerification: settings.requireEmailVerification,
        theme: encodeTheme(app, project, await themeOf(app, project)),
        issuer: issuerOf(app, project),
        jwksUrl: jwksUrlOf(app, project),
        deletionGraceDays: settings.deletionGraceDays,
        mfaPolicy: encodeMfaPolicy(settings.mfa.policy),
        passkeyRpId: settings.passkeys.enabled ? settings.passkeys.rpId : "",
        defaultLanguage: settings.defaultLanguage,
        languages: [...offeredLanguages(settings)],
      };
    },
  };
}
