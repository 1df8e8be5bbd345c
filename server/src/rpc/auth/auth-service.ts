import type { App } from "../../app.ts";
import { signUp } from "../../domain/accounts/sign-up.ts";
import { linkPassword } from "../../domain/guests/link-password.ts";
import { signInAnonymously } from "../../domain/guests/sign-in-anonymously.ts";
import { listMySessions, revokeMyOtherSessions, revokeMySession } from "../../domain/sessions/my-sessions.ts";
import { refresh } from "../../domain/sessions/refresh.ts";
import { signIn } from "../../domain/sessions/sign-in.ts";
import { signOut, signOutByRefreshToken } from "../../domain/sessions/sign-out.ts";
import { deviceOf, languagesOf } from "../context.ts";
import type { AuthHandlers } from "../methods/auth.ts";
import { accountHandlers } from "./account-handlers.ts";
import { emailCodeHandlers } from "./email-code-handlers.ts";
import { emailLinkHandlers } from "./email-link-handlers.ts";
import { encodeSession, encodeTokens } from "./encode.ts";
import { oauthHandlers } from "./oauth-handlers.ts";
import { withDevice } from "./with-device.ts";

/** Signing in and out; the rest of the service is in the files of the handlers that it spreads. */
export function authService(app: App): AuthHandlers {
  return {
    ...accountHandlers(app),
    ...emailCodeHandlers(app),
    ...emailLinkHandlers(app),
    ...oauthHandlers(app),

    async signUp(request, context) {
      const input = { ...request, asked: languagesOf(context, request.locale) };
      const pair = await signUp(app, context.project, input, deviceOf(context));
      return pair ? { tokens: withDevice(app, context, pair) } : {};
    },

    async signIn(request, context) {
      const { project, signingIn } = context;
      const pair = await signIn(app, project, request, deviceOf(context), signingIn);
      return withDevice(app, context, pair);
    },

    async refreshToken({ refreshToken, attemptId }, { project, clientIp: ip, pendingTake }) {
      return encodeTokens(await refresh(app, project, { refreshToken, attemptId, ip }, pendingTake));
    },

    async signOut({ refreshToken }, { project, signedIn, bearerFailure, clientIp: ip, userAgent }) {
      if (refreshToken !== "") await signOutByRefreshToken(app, project, refreshToken, { ip, userAgent });
      else if (signedIn) await signOut(app, project, signedIn.session.id, { ip, userAgent });
      else if (bearerFailure) throw bearerFailure;
      return {};
    },

    async signInAnonymously(request, context) {
      const input = { ...request, asked: languagesOf(context, request.locale) };
      return encodeTokens(await signInAnonymously(app, context.project, input, deviceOf(context)));
    },

    async linkPassword(request, context) {
      const { project, signedIn, clientIp: ip, userAgent } = context;
      const input = { ...request, asked: languagesOf(context, request.locale) };
      const pair = await linkPassword(app, project, signedIn, input, { ip, userAgent });
      return withDevice(app, context, pair);
    },

    async listMySessions(_request, { project, signedIn }) {
      const sessions = await listMySessions(app, project, signedIn);
      return { sessions: sessions.map((session) => encodeSession(session, signedIn.session.id)) };
    },

    async revokeMySession({ sessionId }, { project, signedIn, clientIp: ip, userAgent }) {
      await revokeMySession(app, project, signedIn, sessionId, { ip, userAgent });
      return {};
    },

    async revokeMyOtherSessions(_request, { project, signedIn, clientIp: ip, userAgent }) {
      return { ended: await revokeMyOtherSessions(app, project, signedIn, { ip, userAgent }) };
    },
  };
}
