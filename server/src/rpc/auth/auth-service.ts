import type { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import type { App } from "../../app.ts";
import { signUp } from "../../domain/accounts/sign-up.ts";
import { linkPassword } from "../../domain/guests/link-password.ts";
import { signInAnonymously } from "../../domain/guests/sign-in-anonymously.ts";
import { listMySessions, revokeMyOtherSessions, revokeMySession } from "../../domain/sessions/my-sessions.ts";
import { refresh } from "../../domain/sessions/refresh.ts";
import { signIn } from "../../domain/sessions/sign-in.ts";
import { signOut, signOutByRefreshToken } from "../../domain/sessions/sign-out.ts";
import { deviceOf, requireProject, requireSignedIn } from "../context.ts";
import type { Handlers } from "../route.ts";
import { accountHandlers } from "./account-handlers.ts";
import { emailLinkHandlers } from "./email-link-handlers.ts";
import { encodeSession, encodeTokens } from "./encode.ts";
import { oauthHandlers } from "./oauth-handlers.ts";
import { withDevice } from "./with-device.ts";

/** Signing in and out; the rest of the service is in the files of the handlers that it spreads. */
export function authService(app: App): Handlers<typeof AuthService> {
  return {
    ...accountHandlers(app),
    ...emailLinkHandlers(app),
    ...oauthHandlers(app),

    async signUp(request, context) {
      const pair = await signUp(app, requireProject(context), request, deviceOf(context));
      return pair ? { tokens: withDevice(app, context, pair) } : {};
    },

    async signIn(request, context) {
      return withDevice(app, context, await signIn(app, requireProject(context), request, deviceOf(context)));
    },

    async refreshToken(request, context) {
      const { refreshToken, attemptId } = request;
      const input = { refreshToken, attemptId, ip: context.clientIp };
      return encodeTokens(await refresh(app, requireProject(context), input));
    },

    async signOut({ refreshToken }, context) {
      const project = requireProject(context);
      if (refreshToken !== "") await signOutByRefreshToken(app, project, refreshToken, context.clientIp);
      else if (context.signedIn) await signOut(app, project, context.signedIn.session.id, context.clientIp);
      else if (context.bearerFailure) throw context.bearerFailure;
      return {};
    },

    async signInAnonymously(_request, context) {
      return encodeTokens(await signInAnonymously(app, requireProject(context), deviceOf(context)));
    },

    async linkPassword(request, context) {
      const signedIn = requireSignedIn(context);
      const pair = await linkPassword(app, requireProject(context), signedIn, request, context.clientIp);
      return withDevice(app, context, pair);
    },

    async listMySessions(_request, context) {
      const signedIn = requireSignedIn(context);
      const sessions = await listMySessions(app, requireProject(context), signedIn);
      return { sessions: sessions.map((session) => encodeSession(session, signedIn.session.id)) };
    },

    async revokeMySession({ sessionId }, context) {
      await revokeMySession(
        app,
        requireProject(context),
        requireSignedIn(context),
        sessionId,
        context.clientIp,
      );
      return {};
    },

    async revokeMyOtherSessions(_request, context) {
      const signedIn = requireSignedIn(context);
      return {
        ended: await revokeMyOtherSessions(app, requireProject(context), signedIn, context.clientIp),
      };
    },
  };
}
