import type { ConfigService } from "@svc/proto/svc/auth/v1/config_pb";
import type { App } from "../../app.ts";
import { issuerOf, jwksUrlOf } from "../../domain/projects/urls.ts";
import { themeOf } from "../../domain/themes/current-theme.ts";
import { requireProject } from "../context.ts";
import type { Handlers } from "../route.ts";
import { encodeTheme } from "./encode.ts";

export function configService(app: Pick<App, "baseUrl" | "db">): Handlers<typeof ConfigService> {
  return {
    async getProjectConfig(_request, context) {
      const project = requireProject(context);
      const { settings } = project;
      return {
        projectName: project.name,
        slug: project.slug,
        providers: {
          password: { enabled: true },
          google: { enabled: settings.google.enabled },
          apple: { enabled: settings.apple.enabled },
          anonymous: { enabled: settings.allowAnonymousSignIn },
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
      };
    },
  };
}
