import type { App } from "../../app.ts";
import { linkPasskey, startPasskeyLink } from "../../domain/passkeys/link-passkey.ts";
import { listMyPasskeys } from "../../domain/passkeys/my-passkeys.ts";
import { removeMyPasskey } from "../../domain/passkeys/remove-my-passkey.ts";
import { renameMyPasskey } from "../../domain/passkeys/rename-my-passkey.ts";
import { signInWithPasskey } from "../../domain/passkeys/sign-in-with-passkey.ts";
import { signUpWithPasskey } from "../../domain/passkeys/sign-up-with-passkey.ts";
import { startPasskeySignIn } from "../../domain/passkeys/start-passkey-sign-in.ts";
import { startPasskeySignUp } from "../../domain/passkeys/start-passkey-sign-up.ts";
import { deviceOf, languagesOf } from "../context.ts";
import type { PasskeyHandlers } from "../methods/auth.ts";
import { encodeTokens } from "./encode.ts";
import { encodePasskey } from "./encode-passkey.ts";
import { withDevice } from "./with-device.ts";

export function passkeyService(app: App): PasskeyHandlers {
  return {
    startPasskeySignIn(_request, { project }) {
      return { optionsJson: startPasskeySignIn(app, project) };
    },

    async signInWithPasskey(request, context) {
      const pair = await signInWithPasskey(app, context.project, request, deviceOf(context));
      return withDevice(app, context, pair);
    },

    startPasskeySignUp(request, { project }) {
      return { optionsJson: startPasskeySignUp(app, project, request) };
    },

    async signUpWithPasskey(request, context) {
      const input = { ...request, asked: languagesOf(context, request.locale) };
      const pair = await signUpWithPasskey(app, context.project, input, deviceOf(context));
      return pair ? { tokens: withDevice(app, context, pair) } : {};
    },

    async startPasskeyLink(_request, { project, signedIn }) {
      return { optionsJson: await startPasskeyLink(app, project, signedIn) };
    },

    async linkPasskey(request, context) {
      const { project, signedIn, clientIp: ip, userAgent } = context;
      const input = { ...request, asked: languagesOf(context, request.locale) };
      return encodeTokens(await linkPasskey(app, project, signedIn, input, { ip, userAgent }));
    },

    async listMyPasskeys(_request, { project, signedIn }) {
      const { passkeys, rpId, userHandle } = await listMyPasskeys(app, project, signedIn.user);
      return { passkeys: passkeys.map(encodePasskey), rpId, userHandle };
    },

    async updateMyPasskey(request, { project, signedIn, clientIp: ip, userAgent }) {
      const renamed = await renameMyPasskey(app, project, signedIn, request, { ip, userAgent });
      return { passkey: encodePasskey(renamed) };
    },

    async removeMyPasskey(request, { project, signedIn, clientIp: ip, userAgent }) {
      await removeMyPasskey(app, project, signedIn, request, { ip, userAgent });
      return {};
    },
  };
}
